//! Renders the list of pairs, the pages that its menu links to, and the images of percentages, and escapes text for all
//! pages.

use std::fmt::Write as _;

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

/// Returns a page by its name without extension.
pub fn general(name: &str) -> Option<String> {
    let (title, text) = match name {
        "format" => (
            "How to Read the Results",
            "<P>Each row of the list is a pair. The number after a name is the share of its tokens that the other side \
             has, too. Starter code, and code that is in more submissions than -m allows, is not counted.\n\
             <P>The last column counts the lines of the first side that contain matched code. Pairs with the most matched \
             code come first.\n\
             <P>A pair shows its matches side by side, the largest first, each in its own colour. Click a match to see \
             the other side of it.\n\
             <P>Names, comments and layout do not matter: matches can look different and still be the same code.\n",
        ),
        "tips" => (
            "Tips",
            "<P>Send starter code with -b. It is then ignored.\n\
             <P>-m ignores code that is in more submissions than this number. Use a low number for few submissions: 3 or 4 \
             suits a short first task, and 1000000 ignores nothing.\n\
             <P>With -d, all files in a directory are one submission.\n\
             <P>A pair in the list is a reason to look at both submissions, not a verdict.\n",
        ),
        "faq" => (
            "Questions",
            "<P><B>Who can see the results?</B> Anyone who has their address. It cannot be guessed, and it expires after \
             some days. The full report requires you to sign in.\n\
             <P><B>Where do I find more details?</B> Open &quot;Full Report&quot; above the list. It shows how rare each \
             match is, clusters, earlier submissions, and your decisions.\n\
             <P><B>Why was a file not compared?</B> The end of the list gives the reason.\n\
             <P><B>Is the connection encrypted?</B> No, these clients cannot encrypt it. The operator's manual describes \
             how to send it through a tunnel.\n",
        ),
        "scripts" => (
            "Submission Scripts",
            "<P>You can keep your script. Set its server to this one, and its user id to the MOSS user id that you create \
             on your account page.\n",
        ),
        "credits" => (
            "Credits",
            "<P>These pages have the format of MOSS, so programs that read MOSS's pages can read them. Chaffinch, which is \
             another program, made them from its own analysis.\n",
        ),
        _ => return None,
    };
    Some(format!(
        "<HTML>\n<HEAD>\n<TITLE>{title}</TITLE>\n</HEAD>\n<BODY>\n<H1>{title}</H1>\n{text}</BODY>\n</HTML>\n"
    ))
}

/// The size of the image in pixels, including its border.
const WIDTH: u16 = 52;
const HEIGHT: u16 = 10;

/// White, black, and the five colours of passages. The eighth entry is not used.
const PALETTE: [[u8; 3]; 8] =
    [[0xFF; 3], [0; 3], [0xFF, 0, 0], [0, 0xFF, 0], [0, 0, 0xFF], [0, 0xFF, 0xFF], [0xFF, 0, 0xFF], [0; 3]];
/// The number of bits of a palette index.
const BITS: u8 = 3;

/// Draws a bar that is filled to a percentage. Returns `None` if the colour is not 0 to 4 or the percentage is not 0 to
/// 100.
pub fn thermometer(colour: u8, percent: u8) -> Option<Vec<u8>> {
    if colour > 4 || percent > 100 {
        return None;
    }
    let filled = u16::from(percent) * (WIDTH - 2) / 100;
    let pixel = |x: u16, y: u16| match (x, y) {
        (0, _) | (_, 0) => 1,
        (x, y) if x == WIDTH - 1 || y == HEIGHT - 1 => 1,
        (x, _) if x <= filled => 2 + colour,
        _ => 0,
    };
    let pixels: Vec<u8> = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| pixel(x, y))).collect();
    let size = [WIDTH.to_le_bytes(), HEIGHT.to_le_bytes()].concat();

    let mut gif = b"GIF87a".to_vec();
    gif.extend_from_slice(&size);
    // A palette of 2^BITS colours.
    gif.extend_from_slice(&[0x80 | (BITS - 1), 0, 0]);
    gif.extend(PALETTE.iter().flatten());
    gif.extend_from_slice(b",\0\0\0\0");
    gif.extend_from_slice(&size);
    gif.extend_from_slice(&[0, BITS]);
    for block in codes(&pixels).chunks(255) {
        gif.push(block.len() as u8);
        gif.extend_from_slice(block);
    }
    gif.extend_from_slice(b"\0;");
    Some(gif)
}

/// Encodes the pixels as LZW codes of equal length: the table is cleared before longer codes are needed. The result is
/// larger than necessary, but still only half a kilobyte.
fn codes(pixels: &[u8]) -> Vec<u8> {
    const CLEAR: u32 = 1 << BITS;
    const END: u32 = CLEAR + 1;
    /// The number of pixels after which the table is cleared.
    const RUN: usize = (1 << BITS) - 2;
    let mut bytes = Vec::new();
    let (mut waiting, mut bits) = (0u32, 0u32);
    let mut put = |code: u32| {
        waiting |= code << bits;
        bits += u32::from(BITS) + 1;
        while bits >= 8 {
            bytes.push((waiting & 0xFF) as u8);
            waiting >>= 8;
            bits -= 8;
        }
    };
    for run in pixels.chunks(RUN) {
        put(CLEAR);
        for &pixel in run {
            put(pixel.into());
        }
    }
    put(END);
    // Flushes the remaining bits.
    put(0);
    put(0);
    bytes
}

/// Escapes text for HTML. Control characters and deceptive characters are replaced, because HTML cannot contain some of
/// them and some readers stop at them.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 16);
    for c in text.chars() {
        match c {
            // MOSS leaves `&` as it is. Readers that parse HTML then get a different text.
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' => escaped.push(c),
            c if c.is_control() || is_deceptive(c) => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns whether a character is invisible or changes the displayed order of the text, so that code looks like other
/// code.
fn is_deceptive(c: char) -> bool {
    matches!(
        c,
        '\u{AD}'
            | '\u{61C}'
            | '\u{180E}'
            | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}'
    )
}

/// Splits a text at LF, CRLF or a lone CR. The lines do not contain their ends.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some(end) = rest.find(['\n', '\r']) else { return Some(std::mem::take(&mut rest)) };
        let line = &rest[..end];
        let length = if rest[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = &rest[end + length..];
        Some(line)
    })
}
