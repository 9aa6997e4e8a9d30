//! What a command that checks something has found.

use crate::terminal::output::print;

/// The result of a check.
pub(super) enum Finding {
    Good(String),
    /// It works, but the operator should know something.
    Note(String),
    Bad(String),
}

/// Prints findings, one per line. Fails if one of them is bad.
pub(super) fn print_all(findings: Vec<Finding>) -> anyhow::Result<()> {
    let mut bad = 0;
    for finding in findings {
        let (mark, text) = match finding {
            Finding::Good(text) => ("ok   ", text),
            Finding::Note(text) => ("note ", text),
            Finding::Bad(text) => {
                bad += 1;
                ("WRONG", text)
            }
        };
        print(format!("{mark} {text}\n"))?;
    }
    anyhow::ensure!(bad == 0, "{bad} of these checks failed");
    Ok(())
}
