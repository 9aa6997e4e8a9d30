//! Plain aligned tables, and the formats of their numbers. Pure functions.

use std::fmt;

/// A table. Its first column is aligned left, the others right.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(|heading| (*heading).to_owned()).collect()] }
    }

    /// Adds a row. It must have as many cells as there are headings.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.rows[0].len());
        self.rows.push(cells.into());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_columns = self.rows[0].len();
        let widths: Vec<usize> = (0..n_columns)
            .map(|column| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        let rule = vec!["-".to_owned(); n_columns];
        for (index, row) in self.rows.iter().enumerate() {
            write_row(f, row, &widths, ' ')?;
            if index == 0 {
                write_row(f, &rule, &widths, '-')?;
            }
        }
        Ok(())
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, row: &[String], widths: &[usize], fill: char) -> fmt::Result {
    for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
        let padding: String = std::iter::repeat_n(fill, width - cell.chars().count()).collect();
        match column {
            0 if row.len() == 1 => write!(f, "{cell}")?,
            0 => write!(f, "{cell}{padding}")?,
            _ => write!(f, "  {padding}{cell}")?,
        }
    }
    writeln!(f)
}

/// Formats `1234567` as `1,234,567`.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Formats a density with as many digits as its tolerance needs.
pub(crate) fn share(density: f64) -> String {
    format!("{density:.6}")
}

/// Formats a share in per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// Formats the deviation of `measured` from `expected`, in per cent of the latter.
pub(crate) fn deviation(measured: f64, expected: f64) -> String {
    format!("{:+.2} %", 100.0 * (measured / expected - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&["what", "n"]);
        table.row(["a long name".to_owned(), count(7)]);
        table.row(["b".to_owned(), count(1_234_567)]);
        let expected = "what                 n\n\
                        -----------  ---------\n\
                        a long name          7\n\
                        b            1,234,567\n";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn numbers() {
        assert_eq!([count(0), count(999), count(1000)], ["0", "999", "1,000"]);
        assert_eq!(share(2.0 / 101.0), "0.019802");
        assert_eq!(percent(0.1353), "13.53 %");
        assert_eq!(deviation(0.99, 1.0), "-1.00 %");
    }
}
