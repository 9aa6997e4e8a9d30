//! What a client of MOSS might send, and the pages made of it. However the bytes are cut on their way, the dialogue is the
//! same; what it takes stays within its limits; what it answers is one line; and no name or text of a client's becomes
//! markup on a page.

use chaffinch_moss::protocol::{
    ConcatenatedFiles, Dialogue, Event, File, Labels, Limits, Matched, Passage, Results, Row, Side, frames,
    index, shown, side, top,
};

/// Small, so that few bytes reach them.
const LIMITS: Limits = Limits { line_bytes: 256, file_bytes: 512, job_bytes: 1 << 10, files: 12 };
/// Addresses of the pages.
const BASE: &str = "http://127.0.0.1";

/// All that a dialogue came to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Transcript {
    replies: Vec<String>,
    files: Vec<(File, Vec<u8>)>,
    /// The rest, in words.
    others: Vec<String>,
}

/// What a fuzzer made: the first bytes say how the others are cut.
pub fn check(data: &[u8]) {
    let (cuts, sent) = data.split_at(data.len().min(4));
    let whole = transcript(std::iter::once(sent));
    assert_eq!(whole, transcript(sent.chunks(1)), "cut into bytes");
    assert_eq!(whole, transcript(cut(sent, cuts).into_iter()), "cut somehow");
    check_limits(&whole);
    check_pages(&whole);
}

/// What was found once.
pub fn replay(data: &[u8]) {
    check(data);
}

fn languages(word: &str) -> Option<&'static str> {
    ["c", "java", "python"].into_iter().find(|&name| name == word)
}

fn transcript<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Transcript {
    let mut dialogue = Dialogue::new(languages, LIMITS);
    let mut transcript = Transcript::default();
    for mut piece in pieces {
        while let Some(event) = dialogue.next(&mut piece) {
            match event {
                Event::Reply(reply) => transcript.replies.push(reply.into_owned()),
                Event::File(file) => transcript.files.push((file, Vec::new())),
                Event::Data(data) => {
                    let (_, bytes) =
                        transcript.files.last_mut().expect("bytes are of a file that was announced");
                    bytes.extend_from_slice(&data);
                }
                Event::Query(query) => transcript.others.push(format!("{query:?}")),
                Event::User(number) => transcript.others.push(format!("{number:?}")),
                Event::Close | Event::End => return transcript,
            }
        }
        assert!(piece.is_empty(), "not all was read");
    }
    transcript
}

/// Pieces whose lengths are those of `lengths`, over and over.
fn cut<'a>(mut sent: &'a [u8], lengths: &[u8]) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    for &length in lengths.iter().cycle() {
        let (piece, rest) = sent.split_at(sent.len().min(usize::from(length).max(1)));
        pieces.push(piece);
        sent = rest;
        if sent.is_empty() {
            break;
        }
    }
    pieces
}

fn check_limits(transcript: &Transcript) {
    let Transcript { replies, files, .. } = transcript;
    assert!(files.len() <= LIMITS.files as usize);
    for (file, bytes) in files {
        assert!(bytes.len() as u64 <= LIMITS.file_bytes, "a file of {} bytes", bytes.len());
        assert!(file.name.len() <= 4 * LIMITS.line_bytes && !file.name.contains('\n'));
    }
    for reply in replies {
        assert!(reply.find('\n') == Some(reply.len() - 1), "{reply:?} is no line");
        assert!(matches!(reply.as_str(), "yes\n" | "no\n") || reply.starts_with("Error: "), "{reply:?}");
    }
}

fn check_pages(transcript: &Transcript) {
    let mut labels = Labels::default();
    let mut texts = Vec::new();
    let mut places = Vec::new();
    for (file, bytes) in transcript.files.iter().filter(|(file, _)| !file.base) {
        let place = labels.place(file);
        for part in [&place.0, &place.1] {
            assert!(
                !part.contains('/') && !matches!(part.as_str(), "" | "." | ".."),
                "{part:?} is no part of a path"
            );
        }
        texts.push((shown(&place.0), String::from_utf8_lossy(bytes).into_owned()));
        places.push(place);
    }
    let count = places.len();
    places.sort();
    places.dedup();
    assert_eq!(places.len(), count, "two files have one place");
    for pair in texts.windows(2) {
        let [left, right] = pair else { continue };
        let names = [left.0.as_str(), right.0.as_str()];
        let pages = pages(names, [&left.1, &right.1]);
        // As many elements as where nobody means any harm, on as many lines.
        let harmless =
            |text: &String| text.chars().map(|c| if matches!(c, '\r' | '\n') { c } else { 'x' }).collect();
        let [one, two]: [String; 2] = [harmless(&left.1), harmless(&right.1)];
        for (page, plain) in pages.iter().zip(self::pages(["x", "x"], [&one, &two])) {
            // Names stand between elements only, where a quotation mark is one.
            for sign in ['<', '>'] {
                assert_eq!(page.matches(sign).count(), plain.matches(sign).count(), "{sign} in {page}");
            }
        }
    }
}

/// Every page of a pair, and the list with that pair alone.
fn pages(names: [&str; 2], texts: [&str; 2]) -> Vec<String> {
    let sides = names.map(|name| (name.to_owned(), 50));
    let texts = texts.map(|text| ConcatenatedFiles::new([("x", text)], false).text);
    let lines = texts.each_ref().map(|text| (1, text.lines().count().max(1) as u32));
    let passage = Passage { lines, percent: [50, 50] };
    let passages = Passage::apart(vec![passage, passage]);
    let list = Results {
        base: BASE,
        url: BASE,
        full_report: BASE,
        date: "Fri Feb 28 22:14:28 UTC 2025",
        language: names[0],
        directory: false,
        max_matches: 10,
        comment: names[1],
        left_out: "",
        found: names[1],
        rows: Some(vec![Row { sides: sides.clone(), lines: 1 }]),
        errors: vec![names[0].to_owned()],
    };
    let pair = Matched { base: BASE, url: BASE, number: 0, sides, passages };
    vec![
        index(&list),
        frames(&pair),
        top(&pair),
        side(&pair, Side::Left, &texts[0]),
        side(&pair, Side::Right, &texts[1]),
    ]
}

/// Dialogues as clients have them, and some that none has.
pub fn seeds() -> Vec<Vec<u8>> {
    let official = "moss 987654321\ndirectory 0\nX 0\nmaxmatches 10\nshow 250\nlanguage c\n\
                    file 0 c 6 base.c\nint x;file 1 c 12 a/one.c\nint main(){}\nfile 2 c 4 b.c\n\
                    a<b\nquery 0 my <class>\nend\n";
    let mut seeds: Vec<Vec<u8>> = [
        official,
        "moss 1\nfile 1 java 3 A b.java\nabcquery 0 \n",
        "language lisp\nmoss 0\n",
        "moss 5\ndirectory 1\nfile 1 python 0 x/y.py\nfile 2 python 9 x/z.py\nprint(1)query 0 \u{e9}\nend\n",
        "moss -1\nfile 1 c 99999999999999999999 x\n",
        "file 1 c 3 x\nabc",
    ]
    .into_iter()
    .map(|text| [b"\x01\x07\x30\xff", text.as_bytes()].concat())
    .collect();
    // Everything but the end, and each with a byte that is no text.
    for end in (10..official.len()).step_by(9) {
        let mut seed = [b"\x03\x11\x01\x40", &official.as_bytes()[..end]].concat();
        seed.push(0xff);
        seeds.push(seed);
    }
    seeds
}
