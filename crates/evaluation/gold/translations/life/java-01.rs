use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut words = input.split_whitespace();
    let rows: usize = words.next().unwrap().parse().unwrap();
    let cols: usize = words.next().unwrap().parse().unwrap();
    let rounds: i32 = words.next().unwrap().parse().unwrap();
    let mut grid = vec![vec![false; cols]; rows];
    for r in 0..rows {
        let text = words.next().unwrap().as_bytes();
        for c in 0..cols {
            if text[c] == b'o' {
                grid[r][c] = true;
            } else {
                grid[r][c] = false;
            }
        }
    }

    for round in 1..=rounds {
        let mut next = vec![vec![false; cols]; rows];
        let mut alive = 0;
        let mut different = false;
        for r in 0..rows {
            for c in 0..cols {
                // wrap around at the borders
                let up = if r == 0 { rows - 1 } else { r - 1 };
                let mut down = r + 1;
                if down == rows {
                    down = 0;
                }
                let west = if c == 0 { cols - 1 } else { c - 1 };
                let mut east = c + 1;
                if east == cols {
                    east = 0;
                }

                let mut count = 0;
                if grid[up][west] { count += 1; }
                if grid[up][c] { count += 1; }
                if grid[up][east] { count += 1; }
                if grid[r][west] { count += 1; }
                if grid[r][east] { count += 1; }
                if grid[down][west] { count += 1; }
                if grid[down][c] { count += 1; }
                if grid[down][east] { count += 1; }

                if grid[r][c] && (count == 2 || count == 3) {
                    next[r][c] = true;
                }
                if !grid[r][c] && count == 3 {
                    next[r][c] = true;
                }
                if next[r][c] {
                    alive += 1;
                }
                if next[r][c] != grid[r][c] {
                    different = true;
                }
            }
        }
        grid = next;
        println!("step {}: {}", round, alive);
        if !different {
            println!("still");
            break;
        }
    }

    for r in 0..rows {
        for c in 0..cols {
            print!("{}", if grid[r][c] { "o" } else { "." });
        }
        println!();
    }
}
