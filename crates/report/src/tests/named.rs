//! The sample with names of people, and its codes where names are hidden.

use std::collections::BTreeMap;

use chaffinch_report::{Pair, PairId, PseudonymKey, Report, Sources, SubmissionId};

use super::sample::{Sample, text_of};

pub(crate) const ADA: &str = "Ada Lovelace";
pub(crate) const GRACE: &str = "Hopper, Grace";

pub(crate) fn key() -> PseudonymKey {
    PseudonymKey::new(b"test", 3)
}

/// Returns a text with codes in place of the numbers of the three submissions.
pub(crate) fn coded(text: &str) -> String {
    (1..=3).fold(text.to_owned(), |text, number| {
        let code = SubmissionId(key().code(number));
        text.replace(&format!("Person{number}"), &format!("Person{code}"))
            .replace(&format!("Person {number}"), &format!("Person {code}"))
    })
}

/// Returns the first pair of the sample, wherever its codes put it among those of the same strength.
pub(crate) fn first_pair(report: &Report) -> &Pair {
    report.pair(PairId::new(key().code(1), key().code(2))).unwrap()
}

/// The sample with people in it. Their names are where students write them: inside matches and before them.
pub(crate) struct Named {
    pub(crate) report: Report,
    pub(crate) texts: BTreeMap<(u32, u32), String>,
}

impl Named {
    /// Inserts a name after the first `mark` of each text, and moves the offsets of the report.
    pub(crate) fn new() -> Self {
        let mut report = Sample::new().report();
        let renamed: BTreeMap<String, String> = (report.submissions.iter())
            .zip([ADA, GRACE, "spring/Babbage"])
            .map(|(submission, name)| (submission.name.clone(), name.to_owned()))
            .collect();
        let mut json = report.to_json();
        for (name, other) in &renamed {
            let quoted = |name: &String| serde_json::to_string(name).unwrap();
            json = json.replace(&quoted(name), &quoted(other));
        }
        report = serde_json::from_str(&json).unwrap();
        report.title = "Work of Grace Hopper".to_owned();
        report.submissions[0].files[0].path = "ada/list.c".to_owned();
        report.submissions[0].files[1].path = "Ada/list.c".to_owned();
        // The name has the same length as `total`, so that the offsets of the sample stay valid.
        let mut texts = BTreeMap::new();
        for (submission, file) in [(1, 0), (1, 1), (1, 2), (2, 0)] {
            let text = text_of(submission, file).replace("sum", "Ada").replace("next", "Grac");
            let text = text.replace("total", "graCe").replace("Grac ", "Ada. ");
            texts.insert((submission, file), text);
        }
        Self { report, texts }
    }

    pub(crate) fn sources(&self) -> Sources<'_> {
        let mut sources = Sources::new();
        for (&(submission, file), text) in &self.texts {
            sources.insert(submission, file, text.as_str());
        }
        sources
    }
}
