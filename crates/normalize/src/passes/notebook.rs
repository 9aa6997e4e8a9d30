//! Lines of a notebook's cells that are commands of the notebook. Text only.

use chaffinch_submission::Notebook;

use crate::definition::LexicalRules;

/// Returns the text with these lines turned into comments, every byte in its place: `%matplotlib inline`, `!pip install
/// x`, `x?`. In a cell that `%%bash` gives to another language, every line is such a line.
pub(crate) fn without_magics(lexical_rules: &LexicalRules, notebook: &Notebook, text: &str) -> String {
    let comment = lexical_rules.line_comments[0];
    let mut code = String::with_capacity(text.len());
    let mut cells = notebook.cells.iter().peekable();
    // The cell belongs to another language; all its lines so far were empty.
    let (mut foreign, mut fresh) = (false, true);
    for line in text.split_inclusive('\n') {
        while cells.next_if(|&&start| start as usize <= code.len()).is_some() {
            (foreign, fresh) = (false, true);
        }
        let bare = line.trim();
        let magic = bare
            .strip_prefix(lexical_rules.cell_magic)
            .filter(|_| fresh && !lexical_rules.cell_magic.is_empty());
        if let Some(magic) = magic {
            let name = magic.split_whitespace().next().unwrap_or_default();
            foreign = !lexical_rules.own_magics.split_whitespace().any(|own| own == name);
        }
        fresh &= bare.is_empty();
        if !bare.is_empty() && (foreign || magic.is_some() || is_magic(lexical_rules, bare)) {
            let indent = line.len() - line.trim_start().len();
            // Only whole characters are replaced by the comment's mark.
            let hidden: usize = line[indent..]
                .chars()
                .map(char::len_utf8)
                .scan(0, |sum, size| {
                    let before = *sum;
                    *sum += size;
                    (before < comment.len()).then_some(size)
                })
                .sum();
            code.push_str(&line[..indent]);
            code.push_str(comment);
            code.extend(std::iter::repeat_n(' ', hidden.saturating_sub(comment.len())));
            code.push_str(&line[indent + hidden..]);
        } else {
            code.push_str(line);
        }
    }
    code
}

/// Returns whether a comment is a line that [`without_magics`] made one, by its text in the notebook: it begins neither
/// like a comment nor like a string that is documentation.
pub(crate) fn is_command(lexical_rules: &LexicalRules, comment: &str) -> bool {
    if lexical_rules.magics.is_empty() || comment.starts_with(lexical_rules.line_comments[0]) {
        return false;
    }
    let quoted = comment.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let prefix = &comment[..comment.len() - quoted.len()];
    let is_prefix = prefix.is_empty()
        || lexical_rules.prefixes.split_whitespace().any(|known| known.eq_ignore_ascii_case(prefix));
    !(is_prefix && quoted.starts_with(['"', '\'']))
}

/// Returns whether a line is a command: `%name`, `!command`, `?name`, `name?`.
fn is_magic(lexical_rules: &LexicalRules, line: &str) -> bool {
    let mut marks = lexical_rules.magics.chars();
    let first = line.chars().next();
    let second = line.chars().nth(1);
    marks.any(|mark| first == Some(mark) && second.is_some_and(|next| next.is_alphabetic() || next == mark))
        || (!lexical_rules.magics.is_empty() && line.ends_with('?'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::language;

    #[test]
    fn magics_become_comments_in_their_place() {
        let lexical_rules = language("python").unwrap().lexical_rules();
        for (cells, text, code) in [
            (vec![0], "%matplotlib inline\nx = 1\n", "#matplotlib inline\nx = 1\n"),
            (vec![0], "  !ls\nx = (a\n  % b)\nhelp?", "  #ls\nx = (a\n  % b)\n#elp?"),
            (vec![0], "%%time\nx = 1", "#%time\nx = 1"),
            (vec![0, 14], "%%bash\nls -l\n\nx = 1", "#%bash\n#s -l\n\nx = 1"),
            (vec![0], "%%html\nü\n", "#%html\n# \n"),
        ] {
            let read = without_magics(lexical_rules, &Notebook { cells, language: None }, text);
            assert_eq!(read, code);
            assert_eq!(read.len(), text.len());
        }
    }

    #[test]
    fn commands_are_distinguished_from_comments() {
        let is_command = |text| is_command(language("python").unwrap().lexical_rules(), text);
        for command in ["%matplotlib inline", "!ls", "x?", "ls -l", "echo 'x'"] {
            assert!(is_command(command), "{command}");
        }
        for comment in ["# x", "#!/bin/sh", "'''x'''", "\"x\"", "r\"x\"", "Rb'x'"] {
            assert!(!is_command(comment), "{comment}");
        }
        assert!(!super::is_command(language("c").unwrap().lexical_rules(), "/* x */"));
    }
}
