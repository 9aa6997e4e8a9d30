//! Text statistics with a trie.
//!
//! Every node of the trie has 26 places for its children and a counter that
//! says how often the word ending here was seen. The nodes lie in a vector and
//! are named by their index, the root is number 0.

use std::collections::BTreeMap;
use std::io::{self, Read};

struct TrieNode {
    children: [usize; 26], // 0: no child
    count: usize,
}

struct Trie {
    nodes: Vec<TrieNode>,
}

impl Trie {
    fn new() -> Trie {
        let mut trie = Trie { nodes: Vec::new() };
        trie.new_node();
        trie
    }

    fn new_node(&mut self) -> usize {
        self.nodes.push(TrieNode { children: [0; 26], count: 0 });
        self.nodes.len() - 1
    }

    fn child(&mut self, node: usize, index: usize) -> usize {
        if self.nodes[node].children[index] == 0 {
            self.nodes[node].children[index] = self.new_node();
        }
        self.nodes[node].children[index]
    }

    /// Puts every word below node into the bucket of its count.
    fn collect(&self, node: usize, prefix: &str, by_count: &mut BTreeMap<usize, Vec<String>>) {
        let node = &self.nodes[node];
        if node.count > 0 {
            by_count.entry(node.count).or_default().push(prefix.to_string());
        }
        for (i, &child) in node.children.iter().enumerate() {
            if child != 0 {
                let letter = (b'a' + i as u8) as char;
                self.collect(child, &format!("{prefix}{letter}"), by_count);
            }
        }
    }
}

fn letter_index(byte: u8) -> Option<usize> {
    match byte {
        b'a'..=b'z' => Some((byte - b'a') as usize),
        b'A'..=b'Z' => Some((byte - b'A') as usize),
        _ => None,
    }
}

fn main() {
    let mut data = Vec::new();
    io::stdin().read_to_end(&mut data).expect("cannot read");

    let mut trie = Trie::new();
    let mut node = 0;
    let mut depth = 0;
    let mut total = 0;
    let (mut best_begin, mut best_depth) = (0, 0);
    let mut lengths: BTreeMap<usize, String> = BTreeMap::new();

    for pos in 0..=data.len() {
        let index = data.get(pos).and_then(|&byte| letter_index(byte));
        if let Some(index) = index {
            node = trie.child(node, index);
            depth += 1;
        } else if depth > 0 {
            trie.nodes[node].count += 1;
            total += 1;
            lengths.entry(depth).or_default().push('#');
            if depth > best_depth {
                best_begin = pos - depth;
                best_depth = depth;
            }
            node = 0;
            depth = 0;
        }
    }

    let mut by_count = BTreeMap::new();
    trie.collect(0, "", &mut by_count);

    let mut line_count = data.iter().filter(|&&byte| byte == b'\n').count();
    if !data.is_empty() && !data.ends_with(b"\n") {
        line_count += 1;
    }

    println!("lines {line_count}");
    println!("words {total}");
    println!("different {}", by_count.values().map(Vec::len).sum::<usize>());
    let longest = String::from_utf8_lossy(&data[best_begin..best_begin + best_depth]).to_lowercase();
    println!("longest {}", if longest.is_empty() { "-" } else { &longest });

    let ranked = by_count
        .iter()
        .rev()
        .flat_map(|(count, words)| words.iter().map(move |word| (count, word)));
    for (count, word) in ranked.take(10) {
        println!("{count} {word}");
    }

    for (length, bar) in &lengths {
        println!("{length}: {bar}");
    }
}
