//! The page that lists all pairs.

use std::fmt::Write as _;

use crate::markup::escaped;

/// What the page says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results<'a> {
    /// Address of the service, without a slash at the end.
    pub base: &'a str,
    /// The address that was answered, without a slash at the end.
    pub url: &'a str,
    /// Of the whole report, for people. No reader of pages follows it, unless `match` is part of it.
    pub full_report: &'a str,
    /// As `date` prints it: `Fri Feb 28 22:14:28 UTC 2025`.
    pub date: &'a str,
    /// The client's word.
    pub language: &'a str,
    /// Directories are submissions.
    pub directory: bool,
    /// A passage in more submissions counts nothing.
    pub max_matches: u32,
    /// As sent; may be empty.
    pub comment: &'a str,
    /// Best first.
    pub rows: Vec<Row>,
    /// What could not be compared and why, a line each.
    pub errors: Vec<String>,
}

/// A pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Names, without white space, and whole percentages.
    pub sides: [(String, u8); 2],
    /// Lines matched.
    pub lines: u32,
}

/// The page.
pub fn index(results: &Results<'_>) -> String {
    let Results { base, url, full_report, date, language, directory, max_matches, comment, rows, errors } =
        results;
    let language = escaped(language);
    let directory = if *directory { " -d" } else { "" };
    let mut page = format!(
        "<HTML>\n<HEAD>\n<TITLE>Moss Results</TITLE>\n</HEAD>\n<BODY>\nMoss Results<p>\n{date}\n<p>\n\
         Options -l {language}{directory} -m {max_matches}\n"
    );
    // A reader takes the third paragraph for the name of the report; without a comment that is the empty one at the end.
    if !comment.is_empty() {
        let _ = writeln!(page, "<p>{}", escaped(comment));
    }
    // Where the service of old has an address to write to, there is the way to the whole report: readers that count links
    // find as many before the first pair.
    let _ = write!(
        page,
        "<HR>\n[ <A HREF=\"{base}/general/format.html\" TARGET=\"_top\"> How to Read the Results</A> | \
         <A HREF=\"{base}/general/tips.html\" TARGET=\"_top\"> Tips</A> | \
         <A HREF=\"{base}/general/faq.html\"> FAQ</A> | \
         <A HREF=\"{full_report}\" TARGET=\"_top\">Full Report</A> | \
         <A HREF=\"{base}/general/scripts.html\">Submission Scripts</A> | \
         <A HREF=\"{base}/general/credits.html\" TARGET=\"_top\"> Credits</A> ]\n<HR>\n\
         <TABLE>\n<TR><TH>File 1<TH>File 2<TH>Lines Matched\n"
    );
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
    if rows.is_empty() {
        page.push_str("No matches were found in your submission.<p>\n");
    }
    page.push_str("<HR>\nAny errors encountered during this query are listed below.<p>");
    if !errors.is_empty() {
        // The paragraph before stays empty: it may be the third.
        page.push_str("<p>\n");
        for error in errors {
            let _ = writeln!(page, "{}<BR>", escaped(error));
        }
    }
    page.push_str("</BODY>\n</HTML>\n");
    page
}
