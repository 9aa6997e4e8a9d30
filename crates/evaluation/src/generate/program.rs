//! Generates C programs: random walks through declarations, loops, conditions, calls, input and output.

use crate::random::SplitMix64;

/// Returns a class of programs, each from its own seed. One in twenty copies an earlier one.
pub fn class(programs: usize, bytes: usize, seed: u64) -> Vec<String> {
    let mut choice = SplitMix64::seeded(seed ^ 0x0063_6f70_6965_7273);
    let mut own_seeds: Vec<u64> = Vec::with_capacity(programs);
    (0..programs)
        .map(|number| {
            let copies = number > 0 && choice.below(20) == 0;
            let own = seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
            own_seeds.push(own);
            if copies {
                let original = own_seeds[choice.below(number as u64) as usize];
                program(original, bytes, number as u64)
            } else {
                program(own, bytes, 0)
            }
        })
        .collect()
}

/// Returns about `bytes` of C. Equal seeds give the same structure. `disguise` changes every name and adds statements.
pub fn program(seed: u64, bytes: usize, disguise: u64) -> String {
    let mut writer = Writer {
        structure: SplitMix64::seeded(seed),
        disguise: (disguise != 0).then(|| SplitMix64::seeded(disguise)),
        text: String::from("#include <stdio.h>\n#include <stdlib.h>\n\n"),
        depth: 0,
        name_salt: disguise,
    };
    let mut functions = 0;
    while writer.text.len() < bytes * 4 / 5 {
        writer.function(functions);
        functions += 1;
    }
    writer.main(functions);
    writer.text
}

const WORDS: [&str; 16] = [
    "count", "total", "index", "value", "row", "col", "size", "left", "right", "sum", "best", "limit",
    "step", "item", "result", "flag",
];

struct Writer {
    structure: SplitMix64,
    disguise: Option<SplitMix64>,
    text: String,
    depth: usize,
    name_salt: u64,
}

impl Writer {
    fn below(&mut self, bound: u64) -> u64 {
        self.structure.below(bound)
    }

    fn line(&mut self, line: &str) {
        self.text.extend(std::iter::repeat_n("    ", self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn name(&mut self) -> String {
        let word = self.below(WORDS.len() as u64);
        let shifted = (word + self.name_salt) % WORDS.len() as u64;
        format!("{}{}", WORDS[shifted as usize], if self.name_salt == 0 { "" } else { "_x" })
    }

    fn array(&mut self) -> String {
        if self.below(2) == 0 { "data".into() } else { "table".into() }
    }

    fn function(&mut self, number: usize) {
        let parameter = self.name();
        self.line(&format!("int work{number}(int data[], int n, int {parameter})"));
        self.line("{");
        self.depth += 1;
        let start = self.below(10);
        self.line(&format!("int i, j, table[100], acc = {start};"));
        for _ in 0..3 + self.below(5) {
            self.statement(2);
        }
        let result = self.expression(1);
        self.line(&format!("return acc + {result};"));
        self.depth -= 1;
        self.line("}\n");
    }

    fn main(&mut self, functions: usize) {
        self.line("int main(void)");
        self.line("{");
        self.depth += 1;
        self.line("int data[100], n, i;");
        self.line("scanf(\"%d\", &n);");
        self.line("for (i = 0; i < n; i++)");
        self.line("    scanf(\"%d\", &data[i]);");
        for number in 0..functions {
            let argument = self.below(50);
            self.line(&format!("printf(\"%d\\n\", work{number}(data, n, {argument}));"));
        }
        self.line("return 0;");
        self.depth -= 1;
        self.line("}");
    }

    fn statement(&mut self, room: u64) {
        if self.disguise.as_mut().is_some_and(|disguise| disguise.below(8) == 0) {
            self.line("acc = acc + 0;");
        }
        let kinds = if room == 0 { 6 } else { 12 };
        match self.below(kinds) {
            0 => self.assign("="),
            1 => self.assign("+="),
            2 => self.assign("-="),
            3 => {
                let (array, index, value) = (self.array(), self.expression(0), self.expression(1));
                self.line(&format!("{array}[({index}) % 100] = {value};"));
            }
            4 => {
                let value = self.expression(1);
                self.line(&format!("printf(\"%d \", {value});"));
            }
            5 => self.line("acc++;"),
            6 => self.block("for (i = 0; i < n; i++)", room),
            7 => self.block("for (j = n - 1; j >= 0; j--)", room),
            8 => {
                let condition = self.condition();
                self.block(&format!("while ({condition} && acc-- > 0)"), room);
            }
            9 | 10 => {
                let condition = self.condition();
                self.block(&format!("if ({condition})"), room);
                if self.below(2) == 0 {
                    self.block("else", room);
                }
            }
            _ => {
                let condition = self.condition();
                self.line("do");
                self.block("", room);
                self.line(&format!("while ({condition} && acc-- > 0);"));
            }
        }
    }

    fn assign(&mut self, operator: &str) {
        let value = self.expression(2);
        self.line(&format!("acc {operator} {value};"));
    }

    fn block(&mut self, head: &str, room: u64) {
        if !head.is_empty() {
            self.line(head);
        }
        self.line("{");
        self.depth += 1;
        for _ in 0..=self.below(3) {
            self.statement(room - 1);
        }
        self.depth -= 1;
        self.line("}");
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.expression(1), self.expression(0));
        let operator = ["<", ">", "==", "!=", "<=", ">="][self.below(6) as usize];
        format!("{left} {operator} {right}")
    }

    fn expression(&mut self, room: u64) -> String {
        match self.below(if room == 0 { 3 } else { 7 }) {
            0 => self.below(100).to_string(),
            1 => ["i", "j", "n", "acc"][self.below(4) as usize].to_owned(),
            2 => {
                let index = ["i", "j", "n - 1", "acc % n"][self.below(4) as usize];
                format!("{}[{index}]", self.array())
            }
            kind => {
                let (left, right) = (self.expression(room - 1), self.expression(room - 1));
                let operator = ["+", "-", "*", "%"][(kind - 3) as usize];
                format!("({left} {operator} {right})")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::class;

    #[test]
    fn a_class_is_the_same_for_the_same_seed_and_of_the_size_asked_for() {
        let programs = class(50, 2600, 7);
        assert_eq!(programs, class(50, 2600, 7));
        assert_ne!(programs, class(50, 2600, 8));
        let mean = programs.iter().map(String::len).sum::<usize>() / programs.len();
        assert!((2300..3300).contains(&mean), "{mean} bytes");
    }
}
