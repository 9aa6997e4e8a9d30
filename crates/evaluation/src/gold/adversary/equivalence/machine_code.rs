//! Machine code of C and C++ programs, in a form that does not depend on names, on the order of functions, or on code
//! that never runs.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

use super::observer::{Observer, limited};

/// Directives with data. All others are for the assembler, the linker or the debugger.
const DATA: [&str; 11] =
    [".string", ".ascii", ".asciz", ".byte", ".value", ".short", ".long", ".quad", ".octa", ".zero", ".comm"];

/// Observes what the optimizing compiler makes of a program.
pub(super) struct MachineCode {
    compiler: &'static str,
    arguments: &'static [&'static str],
}

impl MachineCode {
    /// Chooses the compiler by the ending of a file: `c` or `cpp`. The C++ compiler also accepts conversions that only C
    /// permits, such as that of the result of `malloc`.
    pub(super) fn new(ending: &str) -> Self {
        match ending {
            "cpp" => Self { compiler: "c++", arguments: &["-x", "c++", "-fpermissive"] },
            _ => Self { compiler: "cc", arguments: &["-x", "c"] },
        }
    }
}

impl Observer for MachineCode {
    fn observe(&mut self, text: &str) -> anyhow::Result<Option<String>> {
        let mut child = limited(self.compiler)
            .args(self.arguments)
            .args(["-O2", "-S", "-w", "-fno-asynchronous-unwind-tables", "-o", "-", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        if let Some(mut input) = child.stdin.take() {
            // A compiler that ended early has refused the program, which its status says.
            let _ = input.write_all(text.as_bytes());
        }
        let output = child.wait_with_output()?;
        let assembly = String::from_utf8_lossy(&output.stdout);
        Ok(if output.status.success() { canonical(&assembly) } else { None })
    }
}

/// A label with the instructions and data up to the next one.
#[derive(Default)]
struct Block<'a> {
    lines: Vec<&'a str>,
}

/// Returns the code and data that can be reached from `main`. Labels are numbered in the order in which they are
/// reached. Returns `None` if there is no `main`.
fn canonical(assembly: &str) -> Option<String> {
    let (blocks, labels) = blocks(assembly);
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut reached = BTreeSet::from([*labels.get("main")?]);
    let mut open: VecDeque<usize> = reached.iter().copied().collect();
    let mut text = String::new();
    while let Some(at) = open.pop_front() {
        for line in &blocks[at].lines {
            let mut rest = *line;
            while let Some(start) = rest.find(is_of_name) {
                let end = rest[start..].find(|c| !is_of_name(c)).map_or(rest.len(), |length| start + length);
                let name = &rest[start..end];
                text += &rest[..start];
                match labels.get(name) {
                    Some(&block) => {
                        let next = numbers.len();
                        let number = numbers.entry(name).or_insert(next);
                        write!(text, "label {number}").expect("a string takes whatever is written");
                        if reached.insert(block) {
                            open.push_back(block);
                        }
                    }
                    None => text += name,
                }
                rest = &rest[end..];
            }
            text += rest;
            text.push('\n');
        }
    }
    Some(text)
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// Returns the blocks, and for each label the index of the block that has it. Places to jump to and the tables of jumps
/// belong to the block of their function.
fn blocks(assembly: &str) -> (Vec<Block<'_>>, BTreeMap<&str, usize>) {
    let mut blocks = vec![Block::default()];
    let mut labels = BTreeMap::new();
    for line in assembly.lines() {
        let words = line.trim();
        let is_indented = line.starts_with([' ', '\t']);
        if let Some(label) = words.strip_suffix(':').filter(|_| !is_indented) {
            let within =
                label.strip_prefix(".L").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            if !within && label.starts_with(".L") && !label.starts_with(".LC") {
                continue; // The beginning or the end of a function, for the debugger.
            }
            if !within {
                blocks.push(Block::default());
            }
            labels.insert(label, blocks.len() - 1);
        } else if let Some((name, size)) =
            words.strip_prefix(".comm").and_then(|rest| rest.trim().split_once(','))
        {
            blocks.push(Block { lines: vec![size] });
            labels.insert(name, blocks.len() - 1);
            continue;
        } else if words.starts_with('.')
            && !DATA.contains(&words.split_whitespace().next().unwrap_or_default())
        {
            continue;
        }
        if let Some(block) = blocks.last_mut().filter(|_| !words.is_empty()) {
            block.lines.push(words);
        }
    }
    (blocks, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Option<String> {
        MachineCode::new("c").observe(text).unwrap()
    }

    #[test]
    fn names_order_and_code_without_effect_do_not_matter() {
        let original = code(
            "#include <stdio.h>\n\
             __attribute__((noinline)) static int twice(int n) { return n + n; }\n\
             int square(int n) { return n * n; }\n\
             int main(void) { int c = getchar(); printf(\"%d %d\\n\", twice(c), square(c)); return 0; }\n",
        );
        let disguised = code(
            "#include <stdio.h>\n\
             int power(int base) { int unused = 3; for (int i = 0; i < 3; i++) unused += i; return base * base; }\n\
             static int never(int n) { return n - 1; }\n\
             __attribute__((noinline)) static int dbl(int x) { int sum = x + x; return sum; }\n\
             int main(void) { int k = getchar(); k += 0; printf(\"%d %d\\n\", dbl(k), power(k)); return 0; }\n",
        );
        assert!(original.is_some());
        assert_eq!(original, disguised);
    }

    #[test]
    fn another_effect_or_another_text_matters() {
        let program =
            |body: &str| code(&format!("#include <stdio.h>\nint main(void) {{ {body} return 0; }}\n"));
        let original = program("puts(\"one\");");
        assert_ne!(original, program("puts(\"two\");"));
        assert_ne!(original, program("puts(\"one\"); puts(\"one\");"));
        assert_eq!(program("return missing"), None);
    }
}
