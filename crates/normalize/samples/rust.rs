//! A small inventory: parses orders, keeps stock, and reports what runs out.
#![allow(dead_code)]

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display};
use std::io::{self, BufRead as _};
use std::rc::Rc;

const LIMIT: usize = 1_000;
static GREETING: &str = "stock";

/// What may go wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    Syntax(String),
    Unknown { name: String, line: usize },
    Empty,
}

#[derive(Debug, Default)]
pub struct Stock<'a> {
    amounts: BTreeMap<&'a str, Vec<u32>>,
    pub changes: u64,
    limit: Option<usize>,
}

struct Weight(f64);

type Answer<T> = Result<T, Problem>;

impl Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Problem::Syntax(text) => write!(out, "syntax: {}", text),
            Problem::Unknown { name, line } if *line > 0 => write!(out, "{name} in line {line}"),
            Problem::Unknown { name, .. } => write!(out, "unknown {name}"),
            Problem::Empty => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

pub trait Measure {
    const UNIT: char = 'g';
    type Output: Copy + Into<f64>;

    fn measure(&self) -> Self::Output;

    fn describe(&self) -> String {
        format!("{}{}", self.measure().into(), Self::UNIT)
    }
}

impl Measure for Weight {
    type Output = f64;

    fn measure(&self) -> f64 {
        self.0
    }
}

impl<'a> Stock<'a> {
    pub fn new(limit: Option<usize>) -> Self {
        Self { limit, ..Stock::default() }
    }

    pub fn put(&mut self, name: &'a str, amount: u32) -> &mut Self {
        let entry = self.amounts.entry(name).or_insert_with(|| Vec::new());
        entry.push(amount);
        self.changes += 1;
        self
    }

    pub fn take(&mut self, name: &str, mut wanted: u32) -> Answer<u32> {
        let Some(amounts) = self.amounts.get_mut(name) else {
            return Err(Problem::Unknown { name: name.to_owned(), line: 0 });
        };
        let before = wanted;
        while wanted > 0 {
            match amounts.pop() {
                None => break,
                Some(amount) if amount > wanted => {
                    amounts.push(amount - wanted);
                    wanted = 0;
                }
                Some(amount) => wanted -= amount,
            }
        }
        self.changes = self.changes.wrapping_add(1) ^ (self.changes >> 3);
        Ok(before - wanted)
    }

    fn total(&self) -> u32 {
        let mut sum = 0;
        for (name, amounts) in &self.amounts {
            if name.is_empty() {
                continue;
            } else if amounts.len() >= self.limit.unwrap_or(LIMIT) {
                break;
            } else {
                sum += amounts.iter().sum::<u32>();
            }
        }
        sum
    }
}

fn parse(line: &str, number: usize) -> Answer<(String, i64)> {
    let mut words = line.split_whitespace();
    let name = words.next().ok_or(Problem::Empty)?;
    let amount = match words.next().map(str::parse::<i64>) {
        Some(Ok(amount)) => amount,
        Some(Err(_)) | None => return Err(Problem::Syntax(format!("line {number}: {line}"))),
    };
    Ok((name.to_string(), amount))
}

fn grade(points: u8) -> char {
    match points {
        0 => 'f',
        1..=4 | 6 => 'd',
        five @ 5 => (b'a' + five) as char,
        _ if points % 2 == 0 && points != 8 => 'b',
        _ => '\'',
    }
}

fn search(grid: &[[i32; 3]], wanted: i32) -> Option<(usize, usize)> {
    let mut steps = 0_u32;
    'rows: for (row, cells) in grid.iter().enumerate() {
        for column in 0..cells.len() {
            steps += 1;
            if cells[column] < 0 {
                continue 'rows;
            }
            if cells[column] == wanted || steps > 1 << 10 {
                break 'rows;
            }
            if !cells.is_empty() && cells[column] == -wanted {
                return Some((row, column));
            }
        }
    }
    None
}

fn largest<T, I>(items: I) -> Option<T>
where
    T: PartialOrd + Copy,
    I: IntoIterator<Item = T>,
{
    let mut best = None;
    for item in items {
        best = match best {
            Some(other) if other > item => Some(other),
            _ => Some(item),
        };
    }
    best
}

/* Retries until it works; the block is the loop's value. */
fn retry(mut attempt: impl FnMut(u32) -> bool) -> u32 {
    let mut tries = 0;
    let result = loop {
        tries += 1;
        if attempt(tries) {
            break tries * 2;
        }
    };
    result
}

async fn fetch(name: &str) -> io::Result<Vec<u8>> {
    let bytes = async move { name.as_bytes().to_vec() }.await;
    Ok(bytes)
}

unsafe fn first(bytes: *const u8) -> u8 {
    unsafe { *bytes }
}

mod shapes {
    pub(super) struct Square {
        pub side: f32,
    }

    impl Square {
        pub fn area(&self) -> f32 {
            self.side * self.side
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stdin = io::stdin();
    let mut counts: HashMap<String, Vec<Vec<i64>>> = HashMap::new();
    for (number, line) in stdin.lock().lines().enumerate() {
        let line = line?;
        if let Ok((name, amount)) = parse(&line, number) {
            counts.entry(name).or_default().push(vec![amount, amount.pow(2)]);
        } else {
            eprintln!("{}: bad line {}", GREETING, number + 1);
        }
    }
    let mut stock = Stock::new(None);
    stock.put("flour", 500).put("milk", 0x10);
    let taken = stock.take("flour", 200)?;
    let doubled: Vec<u32> = [taken, 3].iter().map(|value| value * 2).collect();
    let shared = Rc::new(shapes::Square { side: 1.5e1 });
    let text = r"a raw \d string";
    let add = |left: i32, right: i32| -> i32 { left + right };
    println!("{:?} {} {}", doubled, shared.area(), add(1, -2));
    println!("{text} {} {:?}", grade(7), search(&[[1, 2, 3]], 2));
    assert!(largest([1, 2]).is_some(), "no largest");
    while let Some(value) = largest(doubled.iter().copied()) {
        if value == 0 || retry(|tries| tries > 3) == 8 {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_is_taken() {
        let mut stock = Stock::new(Some(3));
        assert_eq!(stock.put("salt", 2).take("salt", 5), Ok(2));
        assert_eq!(stock.total(), 0);
    }
}
