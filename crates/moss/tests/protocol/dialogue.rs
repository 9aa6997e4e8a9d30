//! Tests what the server makes of what clients send. Each test covers one quirk of a client.

#![expect(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use chaffinch_moss::protocol::{Dialogue, Event, Limits, Query};
use proptest::prelude::*;

fn languages(word: &str) -> Option<&'static str> {
    match word {
        "c" => Some("c"),
        "cc" => Some("cpp"),
        "python" => Some("python"),
        "ruby" => Some("ruby"),
        "ascii" => Some("text"),
        _ => None,
    }
}

const SMALL: Limits = Limits { line_bytes: 8 << 10, file_bytes: 1000, job_bytes: 2000, files: 5 };

/// A file as the server received it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sent {
    base: bool,
    directory: bool,
    name: String,
    content: Vec<u8>,
}

/// All events from a sequence of bytes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Heard {
    users: Vec<Option<u32>>,
    replies: Vec<String>,
    files: Vec<Sent>,
    query: Option<Query>,
    ends: usize,
    closed: bool,
}

fn hear_with<'a>(limits: Limits, packets: impl IntoIterator<Item = &'a [u8]>) -> Heard {
    let mut dialogue = Dialogue::new(languages, limits);
    let mut heard = Heard::default();
    for mut input in packets {
        while let Some(event) = dialogue.next(&mut input) {
            match event {
                Event::User(number) => heard.users.push(number),
                Event::Reply(reply) => heard.replies.push(reply.into_owned()),
                Event::File(file) => heard.files.push(Sent {
                    base: file.base,
                    directory: file.directory,
                    name: file.name,
                    content: Vec::new(),
                }),
                Event::Data(data) => heard.files.last_mut().unwrap().content.extend_from_slice(&data),
                Event::Query(query) => heard.query = Some(query),
                Event::End => heard.ends += 1,
                Event::Close => {
                    heard.closed = true;
                    return heard;
                }
            }
        }
        assert!(input.is_empty());
    }
    heard
}

fn hear(bytes: &[u8]) -> Heard {
    hear_with(SMALL, [bytes])
}

fn names(heard: &Heard) -> Vec<&str> {
    heard.files.iter().map(|file| file.name.as_str()).collect()
}

fn text(heard: &Heard, file: usize) -> &str {
    std::str::from_utf8(&heard.files[file].content).unwrap()
}

/// A job as the official script sends it.
const SCRIPT: &str = "moss 987654321\ndirectory 0\nX 0\nmaxmatches 10\nshow 250\nlanguage c\n\
    file 0 c 9 skeleton.c\nint base;file 1 c 6 alice.c\nint a;file 2 c 6 bob.c\nint b;query 0 HW1 autumn\nend\n";

#[test]
fn the_official_scripts_dialogue() {
    let heard = hear(SCRIPT.as_bytes());
    assert_eq!(
        (heard.users.as_slice(), heard.replies.as_slice()),
        (&[Some(987_654_321)][..], &["yes\n".to_owned()][..])
    );
    assert_eq!(names(&heard), ["skeleton.c", "alice.c", "bob.c"]);
    assert_eq!([0, 1, 2].map(|file| heard.files[file].base), [true, false, false]);
    assert_eq!([0, 1, 2].map(|file| text(&heard, file)), ["int base;", "int a;", "int b;"]);
    let query = heard.query.unwrap();
    assert_eq!(
        (query.comment.as_str(), query.max_matches, query.show, query.directory),
        ("HW1 autumn", 10, 250, false)
    );
    assert_eq!(query.language.unwrap().name, "c");
    assert_eq!((heard.ends, heard.closed), (1, false));
}

#[test]
fn a_query_without_comment_with_the_space_and_without() {
    for query in ["query 0 \n", "query 0\n"] {
        let sent = format!("moss 1\nlanguage c\nfile 1 c 1 a\nx{query}");
        assert_eq!(hear(sent.as_bytes()).query.unwrap().comment, "");
    }
}

#[test]
fn an_unknown_language_is_refused_and_so_is_the_query_of_a_client_that_ignores_it() {
    let heard =
        hear(b"moss 1\nlanguage klingon\nfile 1 klingon 3 a\nabcfile 2 klingon 3 b\nabcquery 0 \nend\n");
    assert_eq!(heard.replies[0], "no\n");
    assert!(heard.replies[1].starts_with("Error: ") && heard.replies[1].ends_with('\n'));
    assert!(heard.replies.len() == 2 && heard.query.is_none() && heard.files.is_empty());
    assert_eq!(heard.ends, 1);
}

#[test]
fn an_empty_job_validates_an_id() {
    let heard = hear(b"moss 1\ndirectory 0\nX 0\nmaxmatches 10\nshow 250\nlanguage c\nquery 0 \nend\n");
    assert_eq!(heard.replies[1], "Error: No files uploaded to compare.\n");
    let base_alone = hear(b"moss 1\nlanguage c\nfile 0 c 1 a\nxquery 0 \n");
    assert_eq!(base_alone.replies[1], heard.replies[1]);
}

#[test]
fn who_never_asks_for_a_language_says_it_with_each_file() {
    let heard = hear(b"moss 1\ndirectory 0\nX 0\nmaxmatches 10\nshow 250\nfile 0 ascii 1 s\nxfile 1 cc 1 a\nxfile 2 cc 1 b\nxquery 0 \nend \n");
    assert!(heard.replies.is_empty());
    let language = heard.query.unwrap().language.unwrap();
    assert_eq!((language.word.as_str(), language.name), ("cc", "cpp"));
    assert_eq!(heard.ends, 1, "`end ` with a space");

    let mixed = hear(b"moss 1\nfile 1 cc 1 a\nxfile 2 python 1 b\nxquery 0 \n");
    assert_eq!(mixed.query.unwrap().language, None);
    let unknown = hear(b"moss 1\nfile 1 klingon 1 a\nxquery 0 \n");
    assert!(unknown.replies[0].starts_with("Error: "));
}

#[test]
fn base_files_in_another_language_change_nothing() {
    let heard = hear(b"moss 1\nlanguage cc\nfile 0 ascii 1 s\nxfile 1 cc 1 a\nxquery 0 \n");
    assert_eq!(heard.query.unwrap().language.unwrap().name, "cpp");
    assert!(heard.files[0].base);
}

#[test]
fn all_files_may_have_one_number() {
    let heard = hear(b"moss 1\nlanguage c\nfile 1 c 1 a\nxfile 1 c 1 b\nyfile 1 c 1 a\nzquery 0 \n");
    assert_eq!(names(&heard), ["a", "b", "a"]);
    assert_eq!(text(&heard, 2), "z");
}

#[test]
fn sizes_in_characters_are_made_good() {
    // The content has 11 characters and 14 bytes. Its end has lines that look like commands.
    let content = "# ä€\nend\nx\n";
    assert_eq!((content.chars().count(), content.len()), (11, 14));
    let sent = format!(
        "moss 1\nlanguage ruby\nfile 1 ruby 11 a.rb\n{content}file 1 ruby 2 b.rb\nokquery 0 c\nend\n"
    );
    let heard = hear(sent.as_bytes());
    assert_eq!(names(&heard), ["a.rb", "b.rb"]);
    assert_eq!((text(&heard, 0), text(&heard, 1)), (content, "ok"));
    assert_eq!((heard.query.unwrap().comment.as_str(), heard.ends), ("c", 1));
}

#[test]
fn a_rest_may_hold_lines_of_code_that_look_like_commands() {
    let rest = "end\nfile = open(x)\nshow me\nlanguage barrier\nquery x\ndirectory of\nmoss 5\n";
    let content = format!("{}\n{rest}", "€".repeat(40));
    let size = content.chars().count();
    let sent = format!("moss 1\nlanguage ruby\nfile 1 ruby {size} a\n{content}query 0 \n");
    let heard = hear(sent.as_bytes());
    assert_eq!(text(&heard, 0), content);
    assert!(heard.query.is_some() && heard.ends == 0);
    assert_eq!(heard.users.len(), 1);
}

#[test]
fn a_rest_without_an_end_to_its_last_line() {
    let sent = "moss 1\nlanguage ruby\nfile 1 ruby 4 a\nä€xyfile 1 ruby 2 b c\nokquery 0 \n";
    let heard = hear(sent.as_bytes());
    assert_eq!(names(&heard), ["a", "b c"]);
    assert_eq!((text(&heard, 0), text(&heard, 1)), ("ä€xy", "ok"));
    let last = "moss 1\nlanguage ruby\nfile 1 ruby 2 a\n€yquery 0 words\nend\n";
    let heard = hear(last.as_bytes());
    assert_eq!((text(&heard, 0), heard.ends), ("€y", 1));
    assert_eq!(heard.query.unwrap().comment, "words");
}

#[test]
fn options_may_be_missing_repeated_late_and_in_any_order() {
    let bare = hear(b"moss 1\nX 0\nmaxmatches 7\nlanguage c\nfile 1 c 1 a\nxquery 0 \n").query.unwrap();
    assert_eq!((bare.max_matches, bare.show, bare.directory), (7, 250, false));
    let late = b"show 3\nlanguage python\nmaxmatches 5\nmoss 1\nfile 1 c 1 a\nxshow 9\nlanguage c\nmaxmatches 6\nquery 0 \n";
    let late = hear(late);
    assert_eq!(late.replies, ["yes\n", "yes\n"]);
    let query = late.query.unwrap();
    assert_eq!((query.max_matches, query.show, query.language.unwrap().name), (6, 9, "c"));
}

#[test]
fn directories_may_be_switched_between_files() {
    let heard = hear(b"moss 1\nlanguage c\ndirectory 1\nfile 1 c 1 a/x\nxdirectory 0\ndirectory 1\nfile 2 c 1 b/x\nydirectory 0\nfile 3 c 1 z\nzquery 0 \n");
    assert_eq!([0, 1, 2].map(|file| heard.files[file].directory), [true, true, false]);
    assert!(heard.query.unwrap().directory);
}

#[test]
fn nonsense_falls_back_and_what_is_unknown_is_passed_over() {
    let heard = hear(b"moss 1\n\nhello there\ndirectory many\nmaxmatches -4\nshow none\nX\nlanguage c\n\xff\xfe\nfile 1 c 1 a\nxquery 0 \n\nend\n\n");
    let query = heard.query.unwrap();
    assert_eq!((query.max_matches, query.show, query.directory), (10, 250, false));
    assert_eq!((heard.ends, heard.closed), (1, false));
    let huge = hear(b"moss 1\nlanguage c\nmaxmatches 1000000\nshow 99999999999\nfile 1 c 1 a\nxquery 0 \n")
        .query
        .unwrap();
    assert_eq!((huge.max_matches, huge.show), (1_000_000, u32::MAX));
}

#[test]
fn ids_are_numbers_of_31_bits_at_least() {
    assert_eq!(hear(b"moss 2147483647\n").users, [Some(2_147_483_647)]);
    for wrong in ["moss\n", "moss abc\n", "moss -1\n", "moss 99999999999999\n", "moss 1 2\n"] {
        assert_eq!(hear(wrong.as_bytes()).users, [None], "{wrong}");
    }
}

#[test]
fn who_did_not_say_who_it_is_sends_nothing() {
    for sent in ["file 1 c 1 a\nx", "language c\nquery 0 \n"] {
        let heard = hear(sent.as_bytes());
        assert!(heard.closed && heard.files.is_empty() && heard.query.is_none());
    }
}

#[test]
fn names_are_the_rest_of_the_line() {
    let heard = hear("moss 1\nlanguage c\nfile 1 c 1 a name  with spaces.c\nxfile 2 c 0 ../ü\\b.c\nfile 3 c 1 \nxquery 0 \n".as_bytes());
    assert_eq!(names(&heard), ["a name  with spaces.c", "../ü/b.c", ""]);
    assert_eq!(text(&heard, 1), "");
    // Bytes that are not UTF-8 are letters of Latin-1 or windows-1252, at the beginning, too, and beside UTF-8.
    let sent = b"moss 1\nlanguage c\nfile 1 c 1 M\xfcller.c\nxfile 2 c 1 \xd6zg\xfcr\\Jos\xe9.c\nxfile 3 c 1 \xc3\xbc/\x80\xff.c\nxquery 0 \xdcbung 1\n";
    let heard = hear(sent);
    assert_eq!(names(&heard), ["Müller.c", "Özgür/José.c", "ü/€ÿ.c"]);
    assert_eq!(heard.query.unwrap().comment, "Übung 1");
}

#[test]
fn what_breaks_a_limit_is_told_in_one_line_with_its_value() {
    let files = "file 1 c 1 a\nx".repeat(6);
    let bytes = format!("file 1 c 900 a\n{}", "x".repeat(900)).repeat(3);
    let long = "x".repeat(SMALL.line_bytes + 1);
    for (sent, part) in [
        ("file 1 c 1001 a\n".to_owned(), "1000"),
        ("file 1 c -5 a\n".to_owned(), "no number"),
        ("file 1 c many a\n".to_owned(), "no number"),
        ("file 1 c 1 a\nxfile 2 c 99999999999999999999 b\n".to_owned(), "no number"),
        (files, "5 files"),
        (bytes, "2000 bytes"),
        (long, "8192 bytes"),
    ] {
        let heard = hear(format!("moss 1\nlanguage c\n{sent}").as_bytes());
        let error = heard.replies.last().unwrap();
        assert!(error.starts_with("Error: ") && error.contains(part), "{error}");
        assert_eq!(error.find('\n'), Some(error.len() - 1));
        assert!(heard.closed && heard.query.is_none(), "{sent:.40}");
    }
}

#[test]
fn a_file_that_is_cut_off_is_never_complete() {
    let heard = hear(b"moss 1\nlanguage c\nfile 1 c 500 a\nint a;\nquery 0 \nend\n");
    assert!(heard.query.is_none() && heard.ends == 0);
}

#[test]
fn a_second_query_is_not_heard() {
    let heard = hear(b"moss 1\nlanguage c\nfile 1 c 1 a\nxquery 0 one\nquery 0 two\nfile 2 c 1 b\nxend\n");
    assert_eq!(heard.query.unwrap().comment, "one");
    assert_eq!(heard.files.len(), 1);
}

#[test]
fn names_of_moss_lead_to_names_of_ours() {
    for (moss, ours) in [
        ("cc", "cpp"),
        ("ascii", "text"),
        ("schema", "scheme"),
        ("plsql", "sql"),
        ("hc12", "a8086"),
        ("C", "c"),
        ("java", "java"),
    ] {
        assert_eq!(chaffinch_moss::protocol::known_as(moss), ours);
    }
}

/// Generates pieces of dialogues, complete and broken.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "moss 1\n",
        "moss x\n",
        "language c\n",
        "language klingon\n",
        "directory 1\n",
        "show 3\n",
        "file 1 c 6 a\nint a;",
        "file 1 ruby 4 b\nä€xy",
        "file 0 c 3 s\nend",
        "file 2 c 3 t\nend\n",
        "query 0 words\n",
        "query",
        " 0 \n",
        "end\n",
        "\n",
        "file 1 c ",
        "12 x\n",
        "\r\n",
        "file 3 c 9999 z\n",
        "x",
        "ä",
    ]);
    prop_oneof![
        8 => words.prop_map(|word| word.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => Just(vec![b'z'; 5000]),
    ]
}

proptest! {
    #[test]
    fn packets_may_be_cut_anywhere(pieces in prop::collection::vec(piece(), 0..12), cuts in prop::collection::vec(1usize..9, 1..200)) {
        let sent: Vec<u8> = [b"moss 1\n".to_vec()].into_iter().chain(pieces).flatten().collect();
        let whole = hear(&sent);
        let mut packets = Vec::new();
        let mut rest = &sent[..];
        let mut sizes = cuts.iter().cycle();
        while !rest.is_empty() {
            // Each packet has at least 1/300 of the rest, so that long inputs are not split into too many packets.
            let size = (*sizes.next().unwrap()).max(rest.len() / 300).min(rest.len());
            packets.push(&rest[..size]);
            rest = &rest[size..];
        }
        prop_assert_eq!(hear_with(SMALL, packets), whole);
    }

    #[test]
    fn bytes_of_any_kind_do_no_harm(sent in prop::collection::vec(any::<u8>(), 0..2000)) {
        let heard = hear(&sent);
        prop_assert!(heard.files.len() <= 5);
    }

    /// Text whose length is announced in characters arrives complete, however many bytes a character has.
    #[test]
    fn text_of_any_kind_arrives_whole(lines in prop::collection::vec("[a-zä€𝄞 ]{0,8}", 0..12)) {
        let content: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        let size = content.chars().count();
        let sent = format!("moss 1\nlanguage c\nfile 1 c {size} a\n{content}file 1 c 1 b\nxquery 0 \n");
        let heard = hear(sent.as_bytes());
        prop_assert_eq!(names(&heard), ["a", "b"]);
        prop_assert_eq!(text(&heard, 0), content);
    }
}
