use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead};

type Cell = (i32, i32);

const MOVES: [Cell; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    MOVES.iter().map(move |(down, right)| (cell.0 + down, cell.1 + right))
}

fn read_plan() -> Vec<Vec<u8>> {
    let mut lines = io::stdin().lock().lines().map(|line| line.unwrap());
    let header = lines.next().expect("size");
    let height: usize = header.split_whitespace().next().unwrap().parse().unwrap();
    (0..height)
        .map(|_| lines.next().expect("row").trim().as_bytes().to_vec())
        .collect()
}

fn look(plan: &[Vec<u8>], (row, column): Cell) -> u8 {
    usize::try_from(row)
        .ok()
        .and_then(|row| plan.get(row))
        .and_then(|line| line.get(usize::try_from(column).ok()?))
        .copied()
        .unwrap_or(b'#')
}

fn locate(plan: &[Vec<u8>], mark: u8) -> Cell {
    for (row, line) in plan.iter().enumerate() {
        if let Some(column) = line.iter().position(|&c| c == mark) {
            return (row as i32, column as i32);
        }
    }
    panic!("there is no {}", mark as char);
}

fn distances(plan: &[Vec<u8>], origin: Cell) -> HashMap<Cell, i32> {
    let mut known = HashMap::from([(origin, 0)]);
    let mut open = VecDeque::from([origin]);
    while let Some(cell) = open.pop_front() {
        let next = known[&cell] + 1;
        for other in neighbours(cell) {
            if look(plan, other) != b'#' && !known.contains_key(&other) {
                known.insert(other, next);
                open.push_back(other);
            }
        }
    }
    known
}

fn main() {
    let mut plan = read_plan();
    let origin = locate(&plan, b'S');
    let goal = locate(&plan, b'E');
    let known = distances(&plan, origin);

    let Some(&length) = known.get(&goal) else {
        println!("no way");
        return;
    };

    // from the exit back, the cells with one step less each time
    let mut cell = goal;
    for wanted in (1..length).rev() {
        cell = neighbours(cell)
            .find(|candidate| known.get(candidate) == Some(&wanted))
            .expect("a cell before this one");
        plan[cell.0 as usize][cell.1 as usize] = b'*';
    }

    println!("steps {length}");
    for line in &plan {
        println!("{}", String::from_utf8_lossy(line));
    }
}
