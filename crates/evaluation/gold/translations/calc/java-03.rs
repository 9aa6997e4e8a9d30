use std::collections::HashMap;
use std::io::{self, BufRead};

struct Calc {
    s: Vec<char>, // the line
    p: usize,     // where we are
    dry: bool,    // first run: only check the syntax
    vars: HashMap<String, i64>,
}

impl Calc {
    fn blanks(&mut self) {
        while self.p < self.s.len() && self.s[self.p] <= ' ' {
            self.p += 1;
        }
    }

    // skips c if it is the next character
    fn accept(&mut self, c: char) -> bool {
        self.blanks();
        if self.p < self.s.len() && self.s[self.p] == c {
            self.p += 1;
            return true;
        }
        false
    }

    fn run(&mut self, from: char, to: char) -> String {
        let q = self.p;
        while self.p < self.s.len()
            && self.s[self.p].to_ascii_lowercase() >= from
            && self.s[self.p].to_ascii_lowercase() <= to
        {
            self.p += 1;
        }
        self.s[q..self.p].iter().collect()
    }

    fn sum(&mut self) -> Result<i64, String> {
        let mut x = self.product()?;
        loop {
            if self.accept('+') {
                x = x.wrapping_add(self.product()?);
            } else if self.accept('-') {
                x = x.wrapping_sub(self.product()?);
            } else {
                return Ok(x);
            }
        }
    }

    fn product(&mut self) -> Result<i64, String> {
        let mut x = self.sign()?;
        loop {
            if self.accept('*') {
                x = x.wrapping_mul(self.sign()?);
            } else if self.accept('/') {
                let mut y = self.sign()?;
                if self.dry {
                    y = 1;
                }
                if y == 0 {
                    return Err("division by zero".to_string());
                }
                x = x.wrapping_div(y);
            } else {
                return Ok(x);
            }
        }
    }

    fn sign(&mut self) -> Result<i64, String> {
        if self.accept('-') {
            return Ok(self.sign()?.wrapping_neg());
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<i64, String> {
        if self.accept('(') {
            let x = self.sum()?;
            if !self.accept(')') {
                return Err("syntax".to_string());
            }
            return Ok(x);
        }
        let digits = self.run('0', '9');
        if digits.len() > 0 {
            return Ok(digits.parse::<i64>().unwrap());
        }
        let name = self.run('a', 'z');
        if name.len() == 0 {
            return Err("syntax".to_string());
        }
        if self.dry {
            return Ok(1);
        }
        match self.vars.get(&name) {
            Some(value) => Ok(*value),
            None => Err("unknown ".to_string() + &name),
        }
    }

    fn statement(&mut self, start: usize) -> Result<i64, String> {
        self.p = start;
        let value = self.sum()?;
        self.blanks();
        if self.p < self.s.len() {
            return Err("syntax".to_string());
        }
        Ok(value)
    }

    fn both_runs(&mut self, start: usize) -> Result<i64, String> {
        self.dry = true;
        self.statement(start)?;
        self.dry = false;
        self.statement(start)
    }

    fn answer(&mut self) -> String {
        self.p = 0;
        self.blanks();
        let target = self.run('a', 'z');
        let assignment = target.len() > 0 && self.accept('=');
        let start = if assignment { self.p } else { 0 };
        match self.both_runs(start) {
            Ok(value) => {
                if !assignment {
                    return value.to_string();
                }
                self.vars.insert(target.clone(), value);
                format!("{} = {}", target, value)
            }
            Err(e) => format!("error: {}", e),
        }
    }
}

fn main() {
    let mut calc = Calc {
        s: Vec::new(),
        p: 0,
        dry: false,
        vars: HashMap::new(),
    };
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        calc.s = line.chars().collect();
        if !line.trim().is_empty() {
            println!("{}", calc.answer());
        }
    }
}
