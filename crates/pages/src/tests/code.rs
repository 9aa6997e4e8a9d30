//! Checks the code view against what the report says about every byte.

use chaffinch_normalize::Class;
use chaffinch_report::{FileText, Mask, Row};
use chaffinch_submission::{LineTable, Span};
use proptest::prelude::*;
use scraper::{ElementRef, Html, Node};

use crate::code::{CodeView, Layer, Passage, Stretch};

fn passage(start: u32, end: u32, number: u32) -> Passage {
    Passage {
        start,
        end,
        number,
        id: format!("l-{number}"),
        href: format!("#r-{number}"),
        label: String::new(),
        layer: Layer::Identical,
        stretches: Vec::new(),
        own_comments: Vec::new(),
        differing: Vec::new(),
    }
}

fn rows(text: &FileText) -> Vec<Row> {
    text.rows().starting_at(0).collect()
}

/// The text of a page by line, and the element of every segment.
fn shown(html: &str) -> Html {
    Html::parse_fragment(&format!("<pre>{html}</pre>"))
}

fn select<'a>(html: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    html.select(&scraper::Selector::parse(selector).unwrap()).collect()
}

/// Letters of the text of a line, with the classes of all elements around each.
fn letters(line: ElementRef) -> Vec<(char, Vec<String>)> {
    let mut letters = Vec::new();
    for node in line.descendants() {
        let Node::Text(text) = node.value() else { continue };
        let around: Vec<String> = node
            .ancestors()
            .take_while(|ancestor| ancestor.id() != line.id())
            .filter_map(|ancestor| ElementRef::wrap(ancestor)?.attr("class").map(str::to_owned))
            .flat_map(|classes| classes.split(' ').map(str::to_owned).collect::<Vec<_>>())
            .collect();
        if !around.iter().any(|class| class == "badge") {
            letters.extend(text.chars().map(|letter| (letter, around.clone())));
        }
    }
    letters
}

/// Ascending, disjoint ranges, made from a text's length and sorted points.
fn ranges(length: usize) -> impl Strategy<Value = Ranges> {
    proptest::collection::vec(0..=length as u32, 0..12).prop_map(|mut points| {
        points.sort_unstable();
        points.dedup();
        points.chunks_exact(2).map(|ends| (ends[0], ends[1])).collect()
    })
}

type Ranges = Vec<(u32, u32)>;

/// A text with passages, masks and highlighted parts.
fn case() -> impl Strategy<Value = (String, Ranges, Ranges, Ranges)> {
    // Every letter has one byte, so that any offset is valid.
    "[ab<>&\"'\t\n\r]{0,60}".prop_flat_map(|text| {
        let length = text.len();
        (Just(text), ranges(length), ranges(length), ranges(length))
    })
}

proptest! {
    /// Reference version: every letter has exactly the classes of the ranges that contain it.
    #[test]
    fn every_letter_has_the_classes_of_the_report((text, passages, masks, colours) in case()) {
        let lines = LineTable::new(&text);
        let passages: Vec<Passage> =
            passages.iter().zip(1..).map(|(&(start, end), number)| passage(start, end, number)).collect();
        let masked: Vec<_> = masks.iter().map(|&(start, end)| (start, end, Mask::Common)).collect();
        let classes: Vec<_> =
            colours.iter().map(|&(start, end)| (Span { start, end }, Class::Keyword)).collect();
        let stored = FileText::new(text.as_str());
        let code = CodeView { rows: stored.rows(), classes: &classes, masked: &masked, passages: &passages };
        let html = code.html(&rows(&stored));
        let page = shown(&html);

        let in_any = |ranges: &[(u32, u32)], at: u32| ranges.iter().any(|&(start, end)| start <= at && at < end);
        for (line, number) in select(&page, ".line").into_iter().zip(1..) {
            prop_assert_eq!(line.attr("data-n").map(str::to_owned), Some(number.to_string()));
            let from = lines.start_of(number);
            let expected = text[from as usize..lines.start_of(number + 1) as usize].trim_end_matches(['\r', '\n']);
            let mut letters = letters(line);
            prop_assert_eq!(letters.pop().map(|(letter, _)| letter), Some('\n'));
            prop_assert_eq!(letters.iter().map(|(letter, _)| letter).collect::<String>(), expected);
            for ((_, around), at) in letters.iter().zip(from..) {
                let has = |class: &str| around.iter().any(|each| each == class);
                prop_assert_eq!(has("m"), passages.iter().any(|p| p.start <= at && at < p.end));
                prop_assert_eq!(has("common"), in_any(&masks, at));
                prop_assert_eq!(has("k"), in_any(&colours, at));
            }
        }
        prop_assert_eq!(select(&page, ".line").len(), lines.count() as usize);
        for passage in &passages {
            prop_assert_eq!(segments(&page, passage.number), vec![(passage.start, passage.end)]);
            prop_assert_eq!(select(&page, &format!("#l-{}", passage.number)).len(), 1);
        }
    }
}

/// Returns the bytes of a match's segments, joined where they touch.
pub(super) fn segments(page: &Html, number: u32) -> Vec<(u32, u32)> {
    joined(select(page, &format!(".m[data-match=\"{number}\"]")).into_iter())
}

pub(super) fn joined<'a>(segments: impl Iterator<Item = ElementRef<'a>>) -> Vec<(u32, u32)> {
    let offset = |element: ElementRef, name: &str| element.attr(name).unwrap().parse::<u32>().unwrap();
    let mut joined: Vec<(u32, u32)> = Vec::new();
    for segment in segments {
        let (start, end) = (offset(segment, "data-start"), offset(segment, "data-end"));
        match joined.last_mut() {
            Some(last) if last.1 == start => last.1 = end,
            _ => joined.push((start, end)),
        }
    }
    joined
}

#[test]
fn a_part_that_begins_inside_a_passage_repeats_its_number() {
    let text = FileText::new("x\n".repeat(100));
    let passages = [passage(10, 190, 1)];
    let code = CodeView { rows: text.rows(), classes: &[], masked: &[], passages: &passages };
    let page = shown(&code.html(&rows(&text)[50..60]));
    assert_eq!(select(&page, ".badge").len(), 1);
    assert!(select(&page, "#l-1").is_empty(), "it is no target: the passage began in an earlier part");
    assert_eq!(segments(&page, 1), [(100, 120)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    /// The upper bound of a row's size is never less than its real size.
    #[test]
    fn no_row_is_larger_than_its_bound(
        text in "([a-z<\"&\0\u{202E}é/*{}#' (;]|if |1 |\n){0,120}",
        points in proptest::collection::vec(0..200_u32, 0..12),
    ) {
        let fit = |at: u32| text.floor_char_boundary(at as usize) as u32;
        let mut points: Vec<u32> = points.into_iter().map(fit).collect();
        points.sort_unstable();
        points.dedup();
        let ranges: Vec<(u32, u32)> = points.chunks_exact(2).map(|ends| (ends[0], ends[1])).collect();
        let passages: Vec<Passage> =
            ranges.iter().zip(100..).map(|(&(start, end), number)| passage(start, end, number)).collect();
        let with_comment = |one: Passage| {
            let (start, end) = (fit(one.start + (one.end - one.start) / 3), one.end);
            let differing = vec![(one.start, fit(one.start + 1)), (start.max(fit(one.start + 1)), end)];
            Passage { own_comments: vec![(start.max(one.start), end)], differing, ..one }
        };
        let passages: Vec<Passage> = passages.into_iter().map(with_comment).collect();
        let masked: Vec<_> = ranges.iter().map(|&(start, end)| (start, end, Mask::Boilerplate)).collect();
        let classes = chaffinch_normalize::highlight(&text, "c");
        let text = FileText::new(text);
        let code = CodeView { rows: text.rows(), classes: &classes, masked: &masked, passages: &passages };
        for row in rows(&text) {
            let (html, cost) = (code.html(&[row]), code.cost(&row));
            prop_assert!(html.len() as u64 <= cost, "{} > {cost}: {html}", html.len());
        }
    }
}

#[test]
fn offsets_of_another_text_do_not_fail() {
    let text = FileText::new("aé\u{202E}b");
    let passages = [passage(2, 3, 1), passage(4, 90, 2)];
    let classes = [(Span { start: 0, end: 50 }, Class::Comment)];
    let code = CodeView { rows: text.rows(), classes: &classes, masked: &[], passages: &passages };
    assert!(code.html(&rows(&text)).contains("\\u{202E}"));
}

#[test]
fn a_comment_that_the_other_side_does_not_have_is_not_painted() {
    let text = FileText::new("int a; // mine\nint b; // ours\n");
    let passages = [Passage { own_comments: vec![(7, 14)], ..passage(0, 29, 1) }];
    let code = CodeView { rows: text.rows(), classes: &[], masked: &[], passages: &passages };
    let page = shown(&code.html(&rows(&text)));
    let texts = |selector: &str| -> Vec<String> {
        select(&page, selector).iter().map(|segment| segment.text().collect()).collect()
    };
    assert_eq!(texts(".m.blank"), ["// mine", ""]);
    assert_eq!(texts(".m:not(.blank)"), ["int a; ", "int b; // ours"]);
    assert_eq!(segments(&page, 1), [(0, 29)]);
}

#[test]
fn a_word_that_differs_is_marked_within_its_colour() {
    let text = FileText::new("int total = 10;\n");
    let passages = [Passage { differing: vec![(4, 9), (12, 14)], ..passage(0, 15, 1) }];
    let classes = [(Span { start: 0, end: 3 }, Class::Type), (Span { start: 12, end: 14 }, Class::Number)];
    let code = CodeView { rows: text.rows(), classes: &classes, masked: &[], passages: &passages };
    let page = shown(&code.html(&rows(&text)));
    let texts = |selector: &str| -> Vec<String> {
        select(&page, selector).iter().map(|word| word.text().collect()).collect()
    };
    assert_eq!(texts("i.d"), ["total", "10"]);
    assert_eq!((texts("i.n.d"), texts("i.t.d")), (vec!["10".to_owned()], Vec::new()));
    assert_eq!(texts(".m"), ["int total = 10;"]);
}

#[test]
fn inserted_code_is_distinguished_from_agreeing_code() {
    let text = FileText::new("aaa\n  bbb\n  ccc ddd\n");
    let stretches = vec![
        Stretch { start: 0, end: 3, exact: true },
        Stretch { start: 12, end: 15, exact: false },
        Stretch { start: 16, end: 19, exact: true },
    ];
    let passages = [Passage { stretches, ..passage(0, 19, 1) }];
    let code = CodeView { rows: text.rows(), classes: &[], masked: &[], passages: &passages };
    let page = shown(&code.html(&rows(&text)));
    let texts = |selector: &str| -> Vec<String> {
        let all = select(&page, selector);
        all.iter().map(|segment| segment.text().collect::<String>().trim().to_owned()).collect()
    };
    assert_eq!(texts(".m.between"), ["bbb"], "blanks between pieces are not inserted");
    assert_eq!(texts(".m.rewritten"), ["ccc"]);
    assert_eq!(segments(&page, 1), [(0, 19)]);
}
