use std::io::{self, BufRead};

// parallel lists: one article has the same place in all three
#[derive(Default)]
struct Warehouse {
    articles: Vec<String>,
    amounts: Vec<i32>,
    costs: Vec<i32>,
}

impl Warehouse {
    fn find(&self, article: &str) -> Option<usize> {
        self.articles.iter().position(|a| a == article)
    }

    fn add(&mut self, article: &str, amount: i32, cost: i32) {
        match self.find(article) {
            Some(at) => {
                self.amounts[at] += amount;
                self.costs[at] = cost;
            }
            None => {
                self.articles.push(article.to_string());
                self.amounts.push(amount);
                self.costs.push(cost);
            }
        }
    }

    fn remove(&mut self, words: &[&str]) {
        let Some(at) = self.find(words[1]) else {
            println!("unknown {}", words[1]);
            return;
        };
        let amount = number(words[2]);
        if amount > self.amounts[at] {
            println!("not enough {}", words[1]);
        } else {
            self.amounts[at] -= amount;
        }
    }

    fn set_cost(&mut self, words: &[&str]) {
        match self.find(words[1]) {
            Some(at) => self.costs[at] = number(words[2]),
            None => println!("unknown {}", words[1]),
        }
    }

    fn sort(&mut self) {
        for _ in 0..self.articles.len() {
            for k in 1..self.articles.len() {
                if self.articles[k - 1] > self.articles[k] {
                    self.articles.swap(k - 1, k);
                    self.amounts.swap(k - 1, k);
                    self.costs.swap(k - 1, k);
                }
            }
        }
    }

    fn report(&mut self) {
        self.sort();
        let mut sum = 0i64;
        for ((article, amount), cost) in self.articles.iter().zip(&self.amounts).zip(&self.costs) {
            println!("{article} {amount} {cost}");
            sum += i64::from(*amount) * i64::from(*cost);
        }
        println!("total {sum}");
    }
}

fn number(word: &str) -> i32 {
    word.parse().expect("whole number")
}

fn main() {
    let mut warehouse = Warehouse::default();
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.trim().split(' ').filter(|w| !w.is_empty()).collect();
        if words.is_empty() {
            continue;
        }
        match words[0] {
            "add" => warehouse.add(words[1], number(words[2]), number(words[3])),
            "remove" => warehouse.remove(&words),
            "price" => warehouse.set_cost(&words),
            "report" => warehouse.report(),
            "end" => break,
            _ => println!("bad command"),
        }
    }
}
