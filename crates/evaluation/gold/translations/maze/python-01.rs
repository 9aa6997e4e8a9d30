// Shortest way through a maze
// First the distances from S are computed with a queue,
// then the way is marked going back from E to S.

use std::io;

fn read_line() -> String {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    line.trim().to_string()
}

fn main() {
    let first = read_line();
    let first: Vec<usize> = first.split_whitespace().map(|x| x.parse().unwrap()).collect();
    let height = first[0];
    let width = first[1];

    let mut maze: Vec<Vec<char>> = Vec::new();
    for _ in 0..height {
        let row = read_line();
        maze.push(row.chars().collect());
    }

    // find start and exit
    let (mut start_row, mut start_col) = (0, 0);
    let (mut exit_row, mut exit_col) = (0, 0);
    for i in 0..height {
        for j in 0..width {
            if maze[i][j] == 'S' {
                start_row = i;
                start_col = j;
            }
            if maze[i][j] == 'E' {
                exit_row = i;
                exit_col = j;
            }
        }
    }

    // distance is -1 where we have not been yet
    let mut distance: Vec<Vec<i32>> = Vec::new();
    for _ in 0..height {
        distance.push(vec![-1; width]);
    }

    distance[start_row][start_col] = 0;
    let mut queue_row = vec![start_row];
    let mut queue_col = vec![start_col];
    let mut head = 0;
    while head < queue_row.len() {
        let r = queue_row[head];
        let c = queue_col[head];
        head += 1;
        let d = distance[r][c] + 1;
        // up
        if r > 0 && maze[r - 1][c] != '#' && distance[r - 1][c] == -1 {
            distance[r - 1][c] = d;
            queue_row.push(r - 1);
            queue_col.push(c);
        }
        // down
        if r < height - 1 && maze[r + 1][c] != '#' && distance[r + 1][c] == -1 {
            distance[r + 1][c] = d;
            queue_row.push(r + 1);
            queue_col.push(c);
        }
        // left
        if c > 0 && maze[r][c - 1] != '#' && distance[r][c - 1] == -1 {
            distance[r][c - 1] = d;
            queue_row.push(r);
            queue_col.push(c - 1);
        }
        // right
        if c < width - 1 && maze[r][c + 1] != '#' && distance[r][c + 1] == -1 {
            distance[r][c + 1] = d;
            queue_row.push(r);
            queue_col.push(c + 1);
        }
    }

    if distance[exit_row][exit_col] == -1 {
        println!("no way");
    } else {
        let steps = distance[exit_row][exit_col];
        println!("steps {}", steps);

        // walk back
        let mut r = exit_row;
        let mut c = exit_col;
        let mut d = steps - 1;
        while d > 0 {
            if r > 0 && distance[r - 1][c] == d {
                r -= 1;
            } else if r < height - 1 && distance[r + 1][c] == d {
                r += 1;
            } else if c > 0 && distance[r][c - 1] == d {
                c -= 1;
            } else {
                c += 1;
            }
            maze[r][c] = '*';
            d -= 1;
        }

        for i in 0..height {
            let mut line = String::new();
            for j in 0..width {
                line.push(maze[i][j]);
            }
            println!("{}", line);
        }
    }
}
