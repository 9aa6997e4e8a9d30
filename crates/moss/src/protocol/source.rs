//! Joins the files of a submission into one text for the pages.

use crate::protocol::markup::lines;

/// A text, and the line on which each file begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConcatenatedFiles {
    /// All files. Each file ends with a line end.
    pub text: String,
    /// The number of each file's first line, from 1.
    pub first_lines: Vec<u32>,
}

impl ConcatenatedFiles {
    /// Joins files, given as name and text in order of arrival. With `named`, a line with the name precedes each file.
    /// Every submission that is a directory needs this.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>, named: bool) -> Self {
        let mut source = Self { text: String::new(), first_lines: Vec::new() };
        let mut line = 1;
        for (name, text) in files {
            if named {
                source.text.push_str(">>>> file: ");
                // The name must fit on one line.
                source.text.extend(name.chars().map(|c| if c.is_control() { '_' } else { c }));
                source.text.push('\n');
                line += 1;
            }
            source.first_lines.push(line);
            source.text.push_str(text);
            if !text.is_empty() && !text.ends_with(['\n', '\r']) {
                source.text.push('\n');
            }
            line += lines(text).count() as u32;
        }
        source
    }
}

#[cfg(test)]
mod tests {
    use super::ConcatenatedFiles;

    #[test]
    fn lines_count_in_all_files_together() {
        let files = [("a.c", "1\r\n2"), ("b.c", ""), ("c.h", "1\n")];
        let source = ConcatenatedFiles::new(files, true);
        assert_eq!(source.text, ">>>> file: a.c\n1\r\n2\n>>>> file: b.c\n>>>> file: c.h\n1\n");
        assert_eq!(source.first_lines, [2, 5, 6]);
        assert_eq!(ConcatenatedFiles::new([files[0]], false).first_lines, [1]);
        assert_eq!(ConcatenatedFiles::new([files[0]], false).text, "1\r\n2\n");
    }
}
