//! Tests the dialogue of MOSS clients, byte by byte.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use serde_json::Value;

use super::{ALICE, CAROL, TestApp, bob, class};

/// Time limit of a read. A working service answers much earlier, so a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_mins(2);

/// A client that sends the given bytes.
pub(super) struct Connection(TcpStream);

impl Connection {
    pub(super) fn new(app: &TestApp) -> Self {
        Self::to(app.port())
    }

    pub(super) fn to(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self(stream)
    }

    pub(super) fn say(&mut self, text: impl AsRef<[u8]>) {
        self.0.write_all(text.as_ref()).unwrap();
    }

    /// Returns the bytes of one read, which clients take for one answer.
    pub(super) fn hear(&mut self) -> String {
        let mut buffer = [0; 1024];
        let n = self.0.read(&mut buffer).unwrap();
        String::from_utf8(buffer[..n].to_vec()).unwrap()
    }

    /// Returns all bytes until the connection ends in any way.
    pub(super) fn hear_all(&mut self) -> Vec<u8> {
        let mut heard = Vec::new();
        let mut buffer = [0; 1024];
        loop {
            match self.0.read(&mut buffer) {
                Ok(0) => return heard,
                Ok(n) => heard.extend_from_slice(&buffer[..n]),
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return heard,
                Err(error) => panic!("{error}"),
            }
        }
    }

    pub(super) fn say_all(mut self, text: &[u8]) -> Vec<u8> {
        // If the server closes the connection early, part of the text stays unsent.
        let _ = self.0.write_all(text);
        let _ = self.0.shutdown(Shutdown::Write);
        self.hear_all()
    }
}

/// Checks the replies to what the official script sends.
#[tokio::test]
async fn a_recorded_dialogue_of_the_official_script() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let mut client = Connection::new(&app);
    client.say(format!("moss {}\n", app.id));
    client.say("directory 0\n");
    client.say("X 0\n");
    client.say("maxmatches 10\n");
    client.say("show 250\n");
    client.say("language c\n");
    assert_eq!(client.hear(), "yes\n");
    let skeleton = "#include <stdio.h>\n";
    for (id, name, content) in [
        (0, "skeleton.c", skeleton),
        (1, "alice.c", ALICE),
        (2, "bob.c", bob().as_str()),
        (3, "carol.c", CAROL),
    ] {
        client.say(format!("file {id} c {} {name}\n", content.len()));
        client.say(content);
    }
    client.say("query 0 HW1 autumn\n");
    let answer = client.hear();
    let url = answer.strip_suffix('\n').unwrap();
    client.say("end\n");
    assert_eq!(client.hear_all(), b"", "nothing but one answer");

    let (base, id) = url.rsplit_once('/').unwrap();
    let (base, shelf) = base.rsplit_once('/').unwrap();
    assert_eq!(base, format!("{}/results", app.service.address));
    assert!(shelf.len() == 1 && id.len() == 18 && id.bytes().all(|byte| byte.is_ascii_digit()), "{url}");

    let page = app.page(url).await;
    assert!(page.contains("\nOptions -l c -m 10\n<p>HW1 autumn\n<HR>\n"), "{page}");
    let row = format!(
        "<TR><TD><A HREF=\"{url}/match0.html\">alice.c (100%)</A>\n    <TD><A HREF=\"{url}/match0.html\">bob.c (100%)</A>\n<TD ALIGN=right>"
    );
    assert!(page.contains(&row), "{page}");

    // It is an ordinary batch.
    let client = app.service.client();
    let batches = client.json("/batches").await;
    assert_eq!(batches["batches"][0]["title"], "HW1 autumn");
    let batch = batches["batches"][0]["id"].as_str().unwrap();
    assert!(page.contains(&format!(
        "<A HREF=\"{}/batches/{batch}\" TARGET=\"_top\">Full Report</A>",
        app.service.address
    )));
    let report = client.json(&format!("/batches/{batch}/report")).await;
    let names: Vec<&str> =
        report["submissions"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["alice.c", "bob.c", "carol.c"]);
    assert_eq!(
        (&report["boilerplate"]["files"], &report["settings"]["submission_limit"]),
        (&Value::from(1), &Value::from(10))
    );
    assert_eq!(report["submissions"][0]["files"][0]["language"], "c");
}

#[tokio::test]
async fn a_job_in_one_packet_and_byte_by_byte() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let text = format!(
        "moss {}\nlanguage c\nfile 1 c {} a.c\n{ALICE}file 2 c {} b.c\n{ALICE}query 0 \nend\n",
        app.id,
        ALICE.len(),
        ALICE.len()
    );
    let whole = String::from_utf8(app.say(text.as_bytes())).unwrap();
    let mut client = Connection::new(&app);
    for byte in text.as_bytes() {
        client.say([*byte]);
    }
    let bytes = String::from_utf8(client.hear_all()).unwrap();
    for answer in [whole, bytes] {
        let url = answer.strip_prefix("yes\n").unwrap().trim_end();
        let page = app.page(url).await;
        assert!(page.contains(">a.c (100%)</A>") && !page.contains("<p>\n<HR>"), "{page}");
    }
}

#[tokio::test]
async fn directories_of_moss_uploads_are_submissions() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let (head, body) = ALICE.split_at(ALICE.find("int main").unwrap());
    let url = app.job(
        "directory 1\nlanguage c\n",
        &[
            // The file that comes later in the order of names is sent first.
            (1, "class/alice/z.c", head),
            (2, "class/alice/a.c", body),
            (3, "class/bob/main.c", &bob()),
            (4, "class/carol/main.c", CAROL),
        ],
        "",
    );
    let page = app.page(&url).await;
    assert!(page.contains("\nOptions -l c -d -m 10\n<HR>\n"), "{page}");
    assert!(page.contains(">class/alice/ (") && page.contains(">class/bob/ ("), "{page}");
    let source = app.page(&format!("{url}/match0-0.html")).await;
    let [first, second] =
        [">>>> file: z.c", ">>>> file: a.c"].map(|line| source.find(&line.replace('>', "&gt;")).unwrap());
    assert!(first < second, "{source}");
    assert!(app.page(&format!("{url}/match0-1.html")).await.contains("\n&gt;&gt;&gt;&gt; file: main.c\n"));
}

/// A function that two authors would hardly write alike.
const SHARED: &str = "
def weigh(words, heavy, light):
    total = 0
    for place, word in enumerate(words):
        if place % heavy == light:
            total += len(word) ** 2 - place
        elif word in words[:place]:
            total -= heavy * light
        else:
            total ^= place << 1
    return total if total > light else -total
";

/// Uploads different programs with one common passage.
#[tokio::test]
async fn passages_in_more_submissions_than_m_do_not_count() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let alone = ["/s04/", "/s05/", "/s06/", "/s08/"];
    let class = class().into_iter().filter(|(name, _)| alone.iter().any(|one| name.contains(one)));
    let programs: Vec<(String, String)> =
        class.map(|(name, text)| (name, format!("{text}{SHARED}"))).collect();
    let files: Vec<_> = programs.iter().map(|(name, text)| (1, name.as_str(), text.as_str())).collect();
    let mut marked = Vec::new();
    let all = format!("maxmatches {}\n", files.len());
    for options in ["maxmatches 2\n", &all, "maxmatches 1000000\nshow 2\n"] {
        let url = app.job(&format!("{options}language python\n"), &files, "x");
        let page = app.page(&url).await;
        let rows = page.matches("<TR>").count() - 1;
        assert_eq!(page.contains("No matches were found in your submission."), rows == 0, "{page}");
        assert!(!options.contains("show") || rows == 2, "{page}");
        let source = if rows > 0 { app.page(&format!("{url}/match0-0.html")).await } else { String::new() };
        // Checks whether the common passage is highlighted.
        let before = source.split("if place % heavy").next().unwrap_or_default();
        marked.push(before.matches("<FONT").count() > before.matches("</FONT>").count());
    }
    assert_eq!(marked, [false, true, true]);
}

#[tokio::test]
async fn errors_are_one_line_with_a_blank_in_it() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    for (said, answers) in [
        ("language klingon\nend\n", "no\n"),
        ("language c\nquery 0 \nend\n", "yes\nError: No files uploaded to compare.\n"),
        (
            "language klingon\nfile 1 klingon 1 a\nxquery 0 \nend\n",
            "no\nError: the language is not known here\n",
        ),
        (
            "language c\nfile 1 c 99999999999 a\n",
            "yes\nError: file 1 has 99999999999 bytes; a file may have 16777216 at most\n",
        ),
        ("language c\nfile 1 c -1 a\n", "yes\nError: the size of file 1 is no number of bytes\n"),
    ] {
        let heard = app.say(format!("moss {}\n{said}", app.id).as_bytes());
        assert_eq!(String::from_utf8(heard).unwrap(), answers, "{said}");
    }
    assert_eq!(app.service.client().json("/batches").await["batches"], Value::Array(vec![]));
}

/// A job that fails while the client waits is answered with the reason. A page about it says the same.
#[tokio::test]
async fn a_failed_job_is_answered_with_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let answer = app.job("language c\n", &[(1, "a.c", ALICE)], "");
    assert!(answer.starts_with("Error: ") && answer.contains("at least two submissions"), "{answer}");
    assert!(!answer.contains(['\n', '\r']) && !answer.contains(".tar"), "{answer}");
    // A job that cannot be compared in another way.
    let answer = app.job("language c\n", &[(1, "a.c", "\u{1}\u{2}\u{3}"), (2, "b.c", "\u{1}\u{2}\u{3}")], "");
    assert!(answer.starts_with("Error: "), "{answer}");
}

/// Sends files with equal numbers, sizes in characters and names with spaces, as a client in Ruby does.
#[tokio::test]
async fn short_sizes_and_equal_numbers() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let with = |remark: &str| format!("/* {remark} */\n{ALICE}/* {remark} */\n");
    let mut text = format!("moss {}\nlanguage c\n", app.id);
    for (name, content) in
        [("ann/hw 1.c", with("Übung für Anfänger")), ("bob/hw 1.c", with("Lösung — schön"))]
    {
        write!(text, "file 1 c {} {name}\n{content}", content.chars().count()).unwrap();
    }
    text += "query 0 \nend\n";
    let answer = String::from_utf8(app.say(text.as_bytes())).unwrap();
    let url = answer.strip_prefix("yes\n").unwrap().trim_end();
    let page = app.page(url).await;
    assert!(page.contains(">ann/hw_1.c (100%)</A>") && page.contains(">bob/hw_1.c (100%)</A>"), "{page}");
    let source = app.page(&format!("{url}/match0-1.html")).await;
    assert_eq!(source.matches("/* Lösung — schön */\n").count(), 2, "the end of the file is there: {source}");
}

/// Sends thousands of files and expects all of them in the result.
#[tokio::test]
async fn thousands_of_files_in_one_dialogue() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let mut text = format!("moss {}\ndirectory 1\nlanguage c\n", app.id);
    for number in 0..3000 {
        let content = format!("int f{number}(int a) {{ return a + {number}; }}\n");
        write!(text, "file 1 c {} class/s{:02}/f{number}.c\n{content}", content.len(), number % 30).unwrap();
    }
    text += "query 0 many\nend\n";
    let answer = String::from_utf8(app.say(text.as_bytes())).unwrap();
    let page = app.page(answer.strip_prefix("yes\n").unwrap().trim_end()).await;
    assert!(page.contains("<p>many\n"));
    let client = app.service.client();
    let batch = client.json("/batches").await["batches"][0]["id"].as_str().unwrap().to_owned();
    let report = client.json(&format!("/batches/{batch}/report")).await;
    let submissions = report["submissions"].as_array().unwrap();
    let files: usize = submissions.iter().map(|one| one["files"].as_array().unwrap().len()).sum();
    assert_eq!((submissions.len(), files), (30, 3000));
}

/// Every client gets its own answer.
#[tokio::test]
async fn many_clients_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let class = class();
    let urls: Vec<(usize, String)> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..24)
            .map(|number| {
                let (app, class) = (&app, &class);
                scope.spawn(move || {
                    let files: Vec<_> = class[..3 + number % 5]
                        .iter()
                        .map(|(name, text)| (1, name.as_str(), text.as_str()))
                        .collect();
                    (number, app.job("language python\n", &files, &format!("job {number}")))
                })
            })
            .collect();
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    });
    for (number, url) in urls {
        assert!(app.page(&url).await.contains(&format!("<p>job {number}\n")), "{url}");
    }
}
