//! Game of Life on a torus; only the living cells are kept.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead};

type Point = (i64, i64);

struct Torus {
    rows: i64,
    columns: i64,
    living: HashSet<Point>,
}

impl Torus {
    /// Reads the world; also gives the number of generations that are wanted.
    fn read(input: impl BufRead) -> (Torus, usize) {
        let mut lines = input.lines().map(|line| line.expect("readable input"));
        let header: Vec<i64> = lines
            .next()
            .expect("first line")
            .split_whitespace()
            .map(|word| word.parse().expect("number"))
            .collect();
        let [rows, columns, generations] = header[..] else {
            panic!("three numbers wanted");
        };

        let mut living = HashSet::new();
        for row in 0..rows {
            let text = lines.next().expect("row");
            for (column, symbol) in (0..).zip(text.trim().chars()) {
                if symbol == 'o' {
                    living.insert((row, column));
                }
            }
        }
        (Torus { rows, columns, living }, generations as usize)
    }

    /// How many living neighbours each cell has that has any.
    fn warmth(&self) -> HashMap<Point, u8> {
        let mut warmth = HashMap::new();
        for &(row, column) in &self.living {
            for down in -1..=1 {
                for right in -1..=1 {
                    if down == 0 && right == 0 {
                        continue;
                    }
                    let neighbour = (
                        (row + down).rem_euclid(self.rows),
                        (column + right).rem_euclid(self.columns),
                    );
                    *warmth.entry(neighbour).or_insert(0) += 1;
                }
            }
        }
        warmth
    }

    /// Goes one generation on; false if nothing has changed.
    fn tick(&mut self) -> bool {
        let successors: HashSet<Point> = self
            .warmth()
            .into_iter()
            .filter(|(point, n)| *n == 3 || (*n == 2 && self.living.contains(point)))
            .map(|(point, _)| point)
            .collect();
        let changed = successors != self.living;
        self.living = successors;
        changed
    }

    fn show(&self) {
        for row in 0..self.rows {
            let text: String = (0..self.columns)
                .map(|column| if self.living.contains(&(row, column)) { 'o' } else { '.' })
                .collect();
            println!("{text}");
        }
    }
}

fn main() {
    let (mut torus, generations) = Torus::read(io::stdin().lock());
    let mut generation = 0;
    while generation < generations {
        generation += 1;
        let changed = torus.tick();
        println!("step {generation}: {}", torus.living.len());
        if !changed {
            println!("still");
            break;
        }
    }
    torus.show();
}
