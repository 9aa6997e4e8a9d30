//! Compares the pages byte for byte, because their readers use regular expressions.

use chaffinch_moss::protocol::{
    Matched, Passage, Results, Row, Side, frames, general, index, side, thermometer, top,
};
use proptest::prelude::*;
use scraper::{Html, Selector};

const BASE: &str = "http://H";
const URL: &str = "http://H/results/4/123456789012345678";

fn named(name: &str, percent: u8) -> (String, u8) {
    (name.to_owned(), percent)
}

fn results<'a>(rows: Vec<Row>) -> Results<'a> {
    Results {
        base: BASE,
        url: URL,
        full_report: "https://H/batches/1",
        date: "Fri Feb 28 22:14:28 UTC 2025",
        language: "python",
        directory: false,
        max_matches: 10,
        comment: "HW1 <autumn>",
        found: "",
        left_out: "",
        rows: Some(rows),
        errors: Vec::new(),
    }
}

const HEAD: &str = r"<HTML>
<HEAD>
<TITLE>Moss Results</TITLE>
</HEAD>
<BODY>
Moss Results<p>
Fri Feb 28 22:14:28 UTC 2025
<p>
Options -l python -m 10
";

const MENU: &str = r#"<HR>
[ <A HREF="http://H/general/format.html" TARGET="_top"> How to Read the Results</A> | <A HREF="http://H/general/tips.html" TARGET="_top"> Tips</A> | <A HREF="http://H/general/faq.html"> FAQ</A> | <A HREF="https://H/batches/1" TARGET="_top">Full Report</A> | <A HREF="http://H/general/scripts.html">Submission Scripts</A> | <A HREF="http://H/general/credits.html" TARGET="_top"> Credits</A> ]
<HR>
"#;

const TABLE: &str = "<TABLE>\n<TR><TH>File 1<TH>File 2<TH>Lines Matched\n";

const FOOT: &str = "<HR>\nAny errors encountered during this query are listed below.<p></BODY>\n</HTML>\n";

#[test]
fn the_list_of_pairs() {
    let rows = vec![
        Row { sides: [named("alice/hw1.py", 25), named("b<b>&c/", 28)], lines: 222 },
        Row { sides: [named("x", 0), named("y", 100)], lines: 0 },
    ];
    let expected = format!(
        "{HEAD}<p>HW1 &lt;autumn&gt;\n{MENU}{TABLE}\
         <TR><TD><A HREF=\"{URL}/match0.html\">alice/hw1.py (25%)</A>\n    \
         <TD><A HREF=\"{URL}/match0.html\">b&lt;b&gt;&amp;c/ (28%)</A>\n<TD ALIGN=right>222\n\
         <TR><TD><A HREF=\"{URL}/match1.html\">x (0%)</A>\n    \
         <TD><A HREF=\"{URL}/match1.html\">y (100%)</A>\n<TD ALIGN=right>0\n\
         </TABLE>\n{FOOT}"
    );
    assert_eq!(index(&results(rows)), expected);
}

#[test]
fn an_empty_list_says_so_in_the_words_that_readers_look_for() {
    let mut empty = results(Vec::new());
    empty.comment = "";
    let expected =
        format!("{HEAD}{MENU}{TABLE}</TABLE>\nNo matches were found in your submission.<p>\n{FOOT}");
    assert_eq!(index(&empty), expected);
    empty.left_out = "3 passages are ignored.";
    let expected = expected.replace("<TABLE>", "3 passages are ignored.<BR>\n<TABLE>");
    assert_eq!(index(&empty), expected, "it stands before the words that nothing was found");
    empty.found = "In the full report: 2 submissions equal to another.";
    let page = index(&empty);
    assert!(page.contains("equal to another.<BR>\n3 passages") && !page.contains("No matches were found"));
    empty.directory = true;
    assert!(index(&empty).contains("\nOptions -l python -d -m 10\n"));
}

/// A page without results must not look like one with an empty list.
#[test]
fn a_failed_comparison_has_neither_a_table_nor_the_words_about_no_matches() {
    let failed = Results { rows: None, errors: vec!["too <large>".to_owned()], ..results(Vec::new()) };
    let expected = format!(
        "{HEAD}<p>HW1 &lt;autumn&gt;\n{MENU}Error: the comparison failed, so there are no results.\n{}",
        FOOT.replace("</BODY>", "<p>\ntoo &lt;large&gt;<BR>\n</BODY>")
    );
    assert_eq!(index(&failed), expected);
    assert!(!expected.contains("<TABLE>") && !expected.contains("No matches"));
}

/// One reader takes the third paragraph for the name of the report, so it must be the comment or empty.
#[test]
fn the_third_paragraph_is_the_comment_or_empty() {
    let row = || Row { sides: [named("a", 1), named("b", 2)], lines: 3 };
    for comment in ["", "week 3"] {
        for rows in [Vec::new(), vec![row()]] {
            for errors in [Vec::new(), vec!["a.c: not text".to_owned()]] {
                let left_out = if errors.is_empty() { "" } else { "1 passage is ignored." };
                let page = Results { comment, left_out, errors: errors.clone(), ..results(rows.clone()) };
                let page = index(&page);
                let page = Html::parse_document(&page);
                let third = page.select(&Selector::parse("p").unwrap()).nth(2).unwrap();
                assert_eq!(third.text().collect::<String>().trim(), comment);
                let all: String = page.root_element().text().collect();
                assert!(errors.iter().all(|error| all.contains(error)));
            }
        }
    }
}

#[test]
fn no_link_but_those_of_pairs_has_match_in_it() {
    let page = index(&results(vec![Row { sides: [named("a", 1), named("b", 2)], lines: 3 }]));
    let page = Html::parse_document(&page);
    let links: Vec<&str> =
        page.select(&Selector::parse("a").unwrap()).map(|link| link.attr("href").unwrap()).collect();
    assert_eq!(links.len(), 6 + 2);
    assert!(links[..6].iter().all(|link| !link.contains("match")));
    assert!(links[6..].iter().all(|link| link.starts_with(&format!("{URL}/match0.html"))));
}

fn matched<'a>() -> Matched<'a> {
    Matched {
        base: BASE,
        url: URL,
        number: 7,
        sides: [named("alice.c", 25), named("bob.c", 28)],
        passages: vec![
            Passage { lines: [(2, 3), (1, 2)], percent: [4, 5] },
            Passage { lines: [(4, 4), (4, 4)], percent: [1, 2] },
        ],
    }
}

#[test]
fn the_frames() {
    assert_eq!(
        frames(&matched()),
        "<HTML>\n<TITLE>Matches for alice.c and bob.c</TITLE>\n</HEAD><FRAMESET ROWS=\"150,*\"><FRAMESET COLS=\"1000,*\"><FRAME SRC=\"match7-top.html\" NAME=\"top\" FRAMEBORDER=0></FRAMESET><FRAMESET COLS=\"50%,50%\"><FRAME SRC=\"match7-0.html\" NAME=\"0\"><FRAME SRC=\"match7-1.html\" NAME=\"1\"></FRAMESET></FRAMESET></HTML>\n"
    );
}

#[test]
fn the_table_of_passages() {
    let row = |at: usize, side: usize, lines: &str, percent: u8| {
        let link = format!("<A HREF=\"{URL}/match7-{side}.html#{at}\" NAME=\"{at}\" TARGET=\"{side}\">");
        format!(
            "<TD>{link}{lines}</A>\n<TD>{link}<IMG SRC=\"http://H/bitmaps/tm_{at}_{percent}.gif\" ALT=\"link\" BORDER=\"0\" ALIGN=left></A>\n"
        )
    };
    let expected = format!(
        "<HTML>\n<HEAD>\n<TITLE>Top</TITLE>\n</HEAD><BODY BGCOLOR=white><CENTER><TABLE BORDER=\"1\" CELLSPACING=\"0\" BGCOLOR=\"#d0d0d0\"><TR><TH>alice.c (25%)<TH><IMG SRC=\"http://H/bitmaps/tm_0_25.gif\" BORDER=\"0\" ALIGN=left><TH>bob.c (28%)<TH><IMG SRC=\"http://H/bitmaps/tm_0_28.gif\" BORDER=\"0\" ALIGN=left><TH>\n<TR>{}{}<TR>{}{}</TABLE></CENTER></BODY></BODY></HTML>\n",
        row(0, 0, "2-3", 4),
        row(0, 1, "1-2", 5),
        row(1, 0, "4-4", 1),
        row(1, 1, "4-4", 2),
    );
    assert_eq!(top(&matched()), expected);
    // One reader takes the first two numbers before a percent sign for the percentages.
    assert_eq!(
        expected.split('%').take(2).map(|part| part.rsplit('(').next().unwrap()).collect::<Vec<_>>(),
        ["25", "28"]
    );
}

#[test]
fn a_source() {
    let mark = |at: usize, colour: &str, percent: u8| {
        format!(
            "<A NAME=\"{at}\"></A><FONT color = {colour}><A HREF=\"match7-1.html#{at}\" TARGET=\"1\"><IMG SRC=\"http://H/bitmaps/tm_{at}_{percent}.gif\" ALT=\"other\" BORDER=\"0\" ALIGN=left></A>\n\n"
        )
    };
    let expected = format!(
        "<HTML>\n<HEAD>\n<TITLE>alice.c</TITLE>\n</HEAD>\n<BODY BGCOLOR=white>\n<HR>\nalice.c<p><PRE>\none\n{}two\nthree\n</FONT>{}four\n</FONT></PRE>\n</PRE>\n</BODY>\n</HTML>\n",
        mark(0, "#FF0000", 4),
        mark(1, "#00FF00", 1),
    );
    // The text mixes all three line ends, and its last line has none.
    assert_eq!(side(&matched(), Side::Left, "one\r\ntwo\rthree\nfour"), expected);
    let other = side(&matched(), Side::Right, "1\n2\n3\n4\n5\n");
    assert!(other.contains("HREF=\"match7-0.html#0\" TARGET=\"0\""));
    assert!(other.ends_with("4\n</FONT>5\n</PRE>\n</PRE>\n</BODY>\n</HTML>\n"));
}

#[test]
fn code_is_text() {
    let code = "<script>alert('1')</script> & &lt;\u{0}\u{202E}\n</PRE>\n\t<HR>\u{85}";
    let page = side(&matched(), Side::Left, code);
    assert_eq!(
        (page.matches("<HR>").count(), page.matches("<PRE>").count(), page.matches("</PRE>").count()),
        (1, 1, 2)
    );
    assert!(page.contains("&lt;script&gt;alert('1')&lt;/script&gt; &amp; &amp;lt;\u{FFFD}\u{FFFD}"));
    assert!(!page.contains(|c: char| c.is_control() && !matches!(c, '\t' | '\n')));
}

#[test]
fn passages_that_share_lines_are_cut_apart() {
    let passage = |left, right| Passage { lines: [left, right], percent: [1, 1] };
    let apart = Passage::apart(vec![
        passage((10, 20), (1, 11)),
        passage((18, 40), (30, 52)),
        passage((1, 50), (60, 99)),
        passage((12, 14), (200, 203)),
        passage((50, 50), (300, 300)),
    ]);
    let lines: Vec<_> = apart.iter().map(|passage| passage.lines).collect();
    // The third passage keeps its longest free run. The fourth is removed because its left side is taken.
    assert_eq!(lines, [[(10, 20), (1, 11)], [(21, 40), (30, 52)], [(41, 50), (60, 99)]]);
}

proptest! {
    #[test]
    fn every_line_is_in_one_passage_at_most(starts in prop::collection::vec((1u32..60, 1u32..20, 1u32..60, 1u32..20), 0..20)) {
        let given: Vec<Passage> = starts
            .iter()
            .map(|&(a, n, b, m)| Passage { lines: [(a, a + n), (b, b + m)], percent: [1, 1] })
            .collect();
        let apart = Passage::apart(given.clone());
        prop_assert_eq!(apart.first(), given.first());
        for side in 0..2 {
            let mut lines: Vec<u32> = apart.iter().flat_map(|p| p.lines[side].0..=p.lines[side].1).collect();
            let all = lines.len();
            lines.sort_unstable();
            lines.dedup();
            prop_assert_eq!(lines.len(), all);
        }
    }

    /// Without the marks the page contains every line of the code, in order.
    #[test]
    fn no_line_is_lost(code in "([a-z<>&]{0,5}\n){0,12}") {
        let page = side(&matched(), Side::Left, &code);
        let pre = page.split_once("<PRE>\n").unwrap().1.split_once("</PRE>").unwrap().0;
        let text: String = Html::parse_fragment(&format!("<pre>\n{pre}</pre>")).root_element().text().collect();
        let marks = page.matches("ALT=\"other\"").count();
        let expected = code.lines().count();
        prop_assert_eq!(text.lines().count(), expected + 2 * marks);
    }
}

#[test]
fn general_pages_are_those_of_the_menu() {
    for name in ["format", "tips", "faq", "scripts", "credits"] {
        assert!(general(name).unwrap().starts_with("<HTML>\n"), "{name}");
    }
    assert_eq!(general("../format"), None);
}

/// Decodes a GIF with a separate, simple decoder.
fn decoded(gif: &[u8]) -> (usize, usize, Vec<u8>) {
    assert_eq!(&gif[..6], b"GIF87a");
    let size = |at: usize| usize::from(u16::from_le_bytes([gif[at], gif[at + 1]]));
    let colours = 2usize << (gif[10] & 7);
    let mut at = 13 + 3 * colours;
    assert_eq!(gif[at], b',');
    let (width, height) = (size(at + 5), size(at + 7));
    at += 10;
    let start = u32::from(gif[at]);
    at += 1;
    let mut data = Vec::new();
    while gif[at] > 0 {
        let length = usize::from(gif[at]);
        data.extend_from_slice(&gif[at + 1..=at + length]);
        at += length + 1;
    }
    assert_eq!(gif[at + 1..], [b';']);
    let clear = 1usize << start;
    let (mut table, mut bits, mut position): (Vec<Vec<u8>>, u32, usize) = (Vec::new(), start + 1, 0);
    let (mut before, mut pixels): (Option<Vec<u8>>, Vec<u8>) = (None, Vec::new());
    loop {
        let code = (0..bits as usize).fold(0usize, |code, bit| {
            let at = position + bit;
            code | usize::from(data[at / 8] >> (at % 8) & 1) << bit
        });
        position += bits as usize;
        if code == clear {
            table = (0..clear).map(|pixel| vec![pixel as u8]).collect();
            table.extend([vec![], vec![]]);
            (bits, before) = (start + 1, None);
            continue;
        }
        if code == clear + 1 {
            return (width, height, pixels);
        }
        let entry = table[code].clone();
        if let Some(before) = before {
            table.push([&before[..], &entry[..1]].concat());
            if table.len() == 1 << bits {
                bits += 1;
            }
        }
        pixels.extend_from_slice(&entry);
        before = Some(entry);
    }
}

#[test]
fn thermometers_are_pictures_filled_as_far_as_they_say() {
    for colour in 0..5 {
        let mut before = 0;
        for percent in 0..=100 {
            let gif = thermometer(colour, percent).unwrap();
            assert!(gif.len() < 1000);
            let (width, height, pixels) = decoded(&gif);
            assert_eq!(pixels.len(), width * height);
            let filled = pixels.into_iter().filter(|&pixel| pixel == 2 + colour).count();
            assert!(before <= filled);
            before = filled;
        }
        let (width, height, pixels) = decoded(&thermometer(colour, 100).unwrap());
        assert_eq!(before, (width - 2) * (height - 2));
        assert!(!pixels.contains(&0));
    }
    assert_eq!((thermometer(5, 1), thermometer(0, 101)), (None, None));
}
