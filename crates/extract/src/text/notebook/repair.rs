//! Reads the cells of a notebook that is not valid JSON: cut off, with the marks of a merge conflict, or damaged otherwise.
//! Pure functions.
//!
//! Structure is not trusted here, only strings: a string in a notebook never continues on the next line, and a string
//! before a colon is a key. Everything between the strings may be missing.

use super::cells::Cells;

/// Lines that git writes around both versions of a conflict, and around the common version that older settings add.
const OURS: &str = "<<<<<<<";
const COMMON: &str = "|||||||";
const THEIRS: &str = "=======";
const END: &str = ">>>>>>>";

/// What was read, and what is known of the cell that is being read.
#[derive(Default)]
struct Reader {
    cells: Cells,
    /// `None` between the cells, and before the type.
    cell_type: Option<String>,
    source: String,
    /// Whether cells have their type after their text; `None` before the first text.
    type_is_last: Option<bool>,
    /// The key of the value that is being read.
    key: Key,
    /// Whether the value is in the brackets of a list.
    in_list: bool,
    names_language: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Key {
    CellType,
    Source,
    Language,
    #[default]
    Other,
}

/// Returns the cells that can be read, and whether the marks of a merge conflict were found. Both versions of a conflict are
/// read. Returns `None` if there is no cell.
pub(super) fn repair(text: &str) -> Option<(Cells, bool)> {
    let mut reader = Reader::default();
    let (mut is_merged, mut is_common) = (false, false);
    for line in text.split(['\n', '\r']) {
        let mark = line.get(..THEIRS.len()).unwrap_or_default();
        if [OURS, COMMON, THEIRS, END].contains(&mark) {
            (is_merged, is_common) = (true, mark == COMMON);
            reader.end_line();
        } else if !is_common {
            reader.read(line);
        }
    }
    reader.end_cell();
    let is_notebook = !reader.cells.starts.is_empty() || !reader.cells.prose.is_empty();
    is_notebook.then_some((reader.cells, is_merged))
}

impl Reader {
    fn read(&mut self, line: &str) {
        let mut rest = line;
        while let Some(at) = rest.find(['"', '[', ']', '{', '}']) {
            let sign = rest.as_bytes()[at];
            rest = &rest[at + 1..];
            match sign {
                b'"' => {
                    let end = string_end(rest);
                    let string = &rest[..end];
                    rest = rest.get(end + 1..).unwrap_or_default();
                    if rest.trim_start().starts_with(':') {
                        self.begin(string);
                    } else {
                        self.value(string);
                    }
                }
                b'[' if self.key == Key::Source && !self.in_list => self.in_list = true,
                _ => (self.key, self.in_list) = (Key::Other, false),
            }
        }
    }

    /// A value follows this key.
    fn begin(&mut self, key: &str) {
        self.in_list = false;
        self.key = match key {
            "cell_type" => {
                self.end_cell();
                Key::CellType
            }
            "source" | "input" => {
                // In one notebook, every cell has its type before its text, or every cell has it after.
                if *self.type_is_last.get_or_insert(self.cell_type.is_none()) {
                    self.end_cell();
                }
                Key::Source
            }
            "language" => Key::Language,
            "name" if self.names_language => Key::Language,
            _ => Key::Other,
        };
        self.names_language |= key == "language_info";
    }

    fn value(&mut self, string: &str) {
        match self.key {
            Key::CellType => self.cell_type = Some(unescaped(string)),
            Key::Source => self.source.push_str(&unescaped(string)),
            Key::Language => {
                self.cells.language.get_or_insert_with(|| unescaped(string));
            }
            Key::Other => return,
        }
        if !self.in_list {
            self.key = Key::Other;
        }
    }

    /// Separates the versions of a last line.
    fn end_line(&mut self) {
        if self.key == Key::Source && !self.source.ends_with('\n') {
            self.source.push('\n');
        }
    }

    fn end_cell(&mut self) {
        if let Some(cell_type) = self.cell_type.take() {
            self.cells.add(&cell_type, &std::mem::take(&mut self.source));
        }
    }
}

/// Returns where a string ends: at its quote, or with its line.
fn string_end(text: &str) -> usize {
    let mut is_escaped = false;
    let ends = |byte: u8| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    };
    text.bytes().position(ends).unwrap_or(text.len())
}

/// Returns a string without its escapes. Those of a damaged string are replaced as far as they are usual.
fn unescaped(string: &str) -> String {
    serde_json::from_str(&format!("\"{string}\"")).unwrap_or_else(|_| {
        let lines = string.replace("\\n", "\n").replace("\\t", "\t");
        lines.replace("\\\"", "\"").trim_end_matches('\\').replace("\\\\", "\\")
    })
}
