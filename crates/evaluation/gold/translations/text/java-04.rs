use std::io::{self, Read};

const TOP: usize = 10;

/// A node of the letter tree: 26 branches, and how many words end here.
#[derive(Default)]
struct Node {
    branches: [Option<Box<Node>>; 26],
    ends: usize,
}

impl Node {
    /// Visits the words in alphabetical order.
    fn walk(&self, prefix: &mut String, ranking: &mut Vec<(usize, String)>) {
        if self.ends > 0 {
            rank(ranking, prefix, self.ends);
        }
        for (letter, branch) in ('a'..='z').zip(&self.branches) {
            if let Some(branch) = branch {
                prefix.push(letter);
                branch.walk(prefix, ranking);
                prefix.pop();
            }
        }
    }
}

/// Puts a word at its place among the most frequent ones.
fn rank(ranking: &mut Vec<(usize, String)>, word: &str, count: usize) {
    let mut place = ranking.len();
    while place > 0 && ranking[place - 1].0 < count {
        place -= 1;
    }
    if place < TOP {
        ranking.insert(place, (count, word.to_string()));
        ranking.truncate(TOP);
    }
}

struct Statistics {
    root: Node,
    lines: usize,
    words: usize,
    distinct: usize,
    longest: String,
    by_length: Vec<usize>,
}

impl Statistics {
    fn new() -> Self {
        Statistics {
            root: Node::default(),
            lines: 0,
            words: 0,
            distinct: 0,
            longest: String::from("-"),
            by_length: vec![0],
        }
    }

    fn read(&mut self, input: &[u8]) {
        let mut word = String::new();
        for &byte in input {
            if byte.is_ascii_alphabetic() {
                word.push(byte.to_ascii_lowercase() as char);
            } else if !word.is_empty() {
                self.finish(&word);
                word.clear();
            }
            if byte == b'\n' {
                self.lines += 1;
            }
        }
        if !word.is_empty() {
            self.finish(&word);
        }
        // the last line may come without its end
        if input.last().is_some_and(|&byte| byte != b'\n') {
            self.lines += 1;
        }
    }

    fn finish(&mut self, word: &str) {
        let mut node = &mut self.root;
        for letter in word.bytes() {
            node = node.branches[(letter - b'a') as usize].get_or_insert_with(Box::default);
        }
        node.ends += 1;
        self.words += 1;
        if node.ends == 1 {
            self.distinct += 1;
        }
        if word.len() >= self.by_length.len() {
            self.longest = word.to_string();
            self.by_length.resize(word.len() + 1, 0);
        }
        self.by_length[word.len()] += 1;
    }
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut statistics = Statistics::new();
    statistics.read(&input);

    let mut ranking = Vec::with_capacity(TOP + 1);
    statistics.root.walk(&mut String::new(), &mut ranking);

    println!("lines {}\nwords {}", statistics.lines, statistics.words);
    println!("different {}\nlongest {}", statistics.distinct, statistics.longest);
    for (count, word) in &ranking {
        println!("{count} {word}");
    }
    for (length, &count) in statistics.by_length.iter().enumerate() {
        if count > 0 {
            println!("{}: {}", length, "#".repeat(count));
        }
    }
    Ok(())
}
