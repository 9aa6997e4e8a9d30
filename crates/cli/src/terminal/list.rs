//! Prints lists: a line for each item, in columns for people and shells or as JSON for programs.

use serde_json::{Map, Value};

use super::output::print;

/// Options of the commands that print lists.
#[derive(Debug, clap::Args)]
pub(crate) struct ListOptions {
    /// Format of a line: `text` has columns separated by tabs, `json` is one object with their names
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum ListFormat {
    #[default]
    Text,
    Json,
}

impl ListOptions {
    /// Prints the rows of a list with these columns. A cell is a string, a number, or null where there is nothing:
    /// `-` in text, left out at the end of a line.
    pub(crate) fn print<const N: usize>(
        &self,
        columns: [&str; N],
        rows: impl IntoIterator<Item = [Value; N]>,
    ) -> anyhow::Result<()> {
        let line = |row: [Value; N]| match self.format {
            ListFormat::Text => {
                let last = row.iter().rposition(|cell| !cell.is_null()).map_or(0, |last| last + 1);
                row[..last].iter().map(text).collect::<Vec<_>>().join("\t") + "\n"
            }
            ListFormat::Json => {
                let object: Map<String, Value> = columns.map(str::to_owned).into_iter().zip(row).collect();
                Value::Object(object).to_string() + "\n"
            }
        };
        Ok(print(rows.into_iter().map(line).collect::<String>())?)
    }
}

/// Returns a name or text that starts no new line or column.
pub(crate) fn in_one_cell(text: &str) -> String {
    text.replace(|sign: char| sign.is_control(), " ")
}

fn text(cell: &Value) -> String {
    match cell {
        Value::Null => "-".to_owned(),
        Value::String(text) => in_one_cell(text),
        other => other.to_string(),
    }
}
