//! Renders the page that lists all pairs.

use std::fmt::Write as _;

use crate::protocol::markup::escaped;

/// The data of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results<'a> {
    /// The URL of the service, without a slash at the end.
    pub base: &'a str,
    /// The URL of the results, as the client received it, without a slash at the end.
    pub url: &'a str,
    /// The URL of the full report, for people. Programs that read the page ignore it, unless it contains `match`.
    pub full_report: &'a str,
    /// The date in the format of `date`: `Fri Feb 28 22:14:28 UTC 2025`.
    pub date: &'a str,
    /// The client's name of the language.
    pub language: &'a str,
    /// Whether each directory is one submission.
    pub directory: bool,
    /// A passage in more submissions than this does not count.
    pub max_matches: u32,
    /// The client's comment. It may be empty.
    pub comment: &'a str,
    /// What the full report lists and this page does not, in a sentence. It may be empty.
    pub found: &'a str,
    /// What `max_matches` left out, in sentences. It may be empty.
    pub left_out: &'a str,
    /// The pairs, most matched code first. `None` if there is no comparison, so that nothing is known about pairs.
    pub rows: Option<Vec<Row>>,
    /// What could not be compared and why, one line each.
    pub errors: Vec<String>,
}

/// A pair of submissions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The names, without white space, and the matched share in whole percent.
    pub sides: [(String, u8); 2],
    /// The number of matched lines.
    pub lines: u32,
}

/// Renders the page.
pub fn index(results: &Results<'_>) -> String {
    let Results { base, url, full_report, date, language, directory, max_matches, comment, .. } = results;
    let language = escaped(language);
    let directory = if *directory { " -d" } else { "" };
    let mut page = format!(
        "<HTML>\n<HEAD>\n<TITLE>Moss Results</TITLE>\n</HEAD>\n<BODY>\nMoss Results<p>\n{date}\n<p>\n\
         Options -l {language}{directory} -m {max_matches}\n"
    );
    // One reader takes the third paragraph for the name of the report. Without a comment that is the empty paragraph at
    // the end.
    if !comment.is_empty() {
        let _ = writeln!(page, "<p>{}", escaped(comment));
    }
    // The link to the full report stands where MOSS has a mail address, so that readers that count links find the same
    // number before the first pair.
    let _ = write!(
        page,
        "<HR>\n[ <A HREF=\"{base}/general/format.html\" TARGET=\"_top\"> How to Read the Results</A> | \
         <A HREF=\"{base}/general/tips.html\" TARGET=\"_top\"> Tips</A> | \
         <A HREF=\"{base}/general/faq.html\"> FAQ</A> | \
         <A HREF=\"{full_report}\" TARGET=\"_top\">Full Report</A> | \
         <A HREF=\"{base}/general/scripts.html\">Submission Scripts</A> | \
         <A HREF=\"{base}/general/credits.html\" TARGET=\"_top\"> Credits</A> ]\n<HR>\n"
    );
    match &results.rows {
        Some(rows) => table(&mut page, url, [results.found, results.left_out], rows),
        // Without a table and without the sentence about no matches, no reader takes this page for a result.
        None => page.push_str("Error: the comparison failed, so there are no results.\n"),
    }
    page.push_str("<HR>\nAny errors encountered during this query are listed below.<p>");
    if !results.errors.is_empty() {
        // The paragraph before stays empty because it may be the third.
        page.push_str("<p>\n");
        for error in &results.errors {
            let _ = writeln!(page, "{}<BR>", escaped(error));
        }
    }
    page.push_str("</BODY>\n</HTML>\n");
    page
}

/// Renders the table of the pairs, after what only the full report lists, and what was left out.
fn table(page: &mut String, url: &str, notes: [&str; 2], rows: &[Row]) {
    for note in notes.into_iter().filter(|note| !note.is_empty()) {
        // These are no paragraphs, because readers count paragraphs.
        let _ = writeln!(page, "{}<BR>", escaped(note));
    }
    page.push_str("<TABLE>\n<TR><TH>File 1<TH>File 2<TH>Lines Matched\n");
    for (Row { sides: [left, right], lines }, number) in rows.iter().zip(0..) {
        let _ = write!(
            page,
            "<TR><TD><A HREF=\"{url}/match{number}.html\">{} ({}%)</A>\n    \
             <TD><A HREF=\"{url}/match{number}.html\">{} ({}%)</A>\n\
             <TD ALIGN=right>{lines}\n",
            escaped(&left.0),
            left.1,
            escaped(&right.0),
            right.1,
        );
    }
    page.push_str("</TABLE>\n");
    // The full report has matches that are not in this table.
    if rows.is_empty() && notes[0].is_empty() {
        page.push_str("No matches were found in your submission.<p>\n");
    }
}
