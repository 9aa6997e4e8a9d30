//! Fixed source form (punched cards), in which columns have a meaning: whether a text has it, and which lines continue the
//! statement before them.

use crate::definition::FixedForm;

/// Returns whether a text is in fixed form: every line is a comment or has at most a label in its first columns, and
/// some line is a statement.
pub(crate) fn is_fixed_form(form: FixedForm, text: &str) -> bool {
    let mut statements = false;
    text.split(['\n', '\r']).all(|line| {
        let bytes = line.as_bytes();
        if bytes.first().is_none_or(|first| form.comments.as_bytes().contains(first) || *first == b'#') {
            return true;
        }
        let label = bytes.split(|&byte| byte == b'\t').next().unwrap_or_default();
        let label = &label[..label.len().min(form.label)];
        // The first statement cannot have a continuation before it.
        let fits = label.iter().all(|byte| matches!(byte, b' ' | b'0'..=b'9'))
            && (statements || !is_continuation_line(form, bytes));
        statements |= !line.trim().is_empty();
        fits && !line.trim_end().ends_with('&')
    }) && statements
}

/// Returns whether a line continues the statement of the line before.
pub(super) fn is_continuation_line(form: FixedForm, line: &[u8]) -> bool {
    line.get(..=form.label).is_some_and(|columns| {
        columns[..form.label].iter().all(|&byte| byte == b' ')
            && !matches!(columns[form.label], b' ' | b'0' | b'\t' | b'\n' | b'\r')
    })
}

#[cfg(test)]
mod tests {
    use super::is_fixed_form;
    use crate::definition::FixedForm;

    #[test]
    fn fixed_form_is_distinguished_from_free_form() {
        let fixed_form = FixedForm { comments: "cC*!", label: 5 };
        for (text, in_fixed_form) in [
            ("C a deck\n      PROGRAM A\n   10 I = 1\n     & + 2\n      END\n", true),
            ("\tI = 1\n", true),
            ("program a\n  i = 1\nend program a\n", false),
            ("      i = 1 + &\n      2\n", false),
            ("call a\n", false),
            ("     x = 1\n     y = 2\n", false),
            ("c only a comment\n", false),
        ] {
            assert_eq!(is_fixed_form(fixed_form, text), in_fixed_form, "{text:?}");
        }
    }
}
