//! Tests corpora in the service: they are filled and queried from the command line while it runs, and queried over
//! REST.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::binary::{BINARY, command, line_of, output_of, run, stderr};
use crate::service::Service;

/// Returns a text without repetitions.
fn words(range: std::ops::Range<u32>) -> String {
    range.map(|word| format!("word{word}")).collect::<Vec<_>>().join(" ")
}

/// Returns functions that differ in their operators.
fn program(range: std::ops::Range<usize>) -> String {
    let operator = |at: usize| ["+", "-", "*", "/", "%", "&", "|", "^", "<", ">"][at % 10];
    let function = |at: usize| {
        let [one, two, three] = [at, at / 3, at * at + at / 7].map(operator);
        format!(
            "int f{at}(int a, int b) {{ while (a {one} b) {{ a = b {two} a; b = a {three} 1; }} return a; }}\n"
        )
    };
    range.map(function).collect::<Vec<_>>().concat()
}

fn documents(dir: &Path) {
    fs::create_dir(dir.join("docs")).unwrap();
    for (name, text) in [
        ("a.txt", words(0..800)),
        ("b.html", format!("<title>x</title><script>{}</script><p>{}", words(2000..2500), words(400..1200))),
        ("c.md", format!("# {}", words(5000..5600))),
        ("d.c", program(0..60)),
        ("short.txt", words(0..5)),
    ] {
        fs::write(dir.join("docs").join(name), text).unwrap();
    }
}

fn rows(output: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn names<'a>(rows: &'a [Value], member: &str) -> Vec<&'a str> {
    rows.iter().map(|row| row[member].as_str().unwrap()).collect()
}

fn listed(dir: &Path) -> Vec<String> {
    let list = String::from_utf8(output_of(dir, &["archive", "list", "--data-dir", "data"])).unwrap();
    list.lines().map(|line| line.split('\t').skip(4).collect::<Vec<_>>().join(" ")).collect()
}

#[tokio::test]
async fn corpora_are_queried_while_the_service_runs() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    documents(dir);
    let service = Service::start(dir);
    let client = service.client();
    let add = ["corpus", "add", "--modulus", "5", "--data-dir", "data", "--corpus", "Essays", "docs"];
    let done = run(dir, &add);
    assert!(done.status.success(), "{}", stderr(&done));
    let said = stderr(&done);
    assert!(said.contains("4 documents added") && said.contains("1 left out: too short"), "{said}");
    let id = String::from_utf8(done.stdout).unwrap().trim().to_owned();
    assert_eq!(listed(dir), ["sketches 4 - done"]);
    // A repeated addition stores nothing twice.
    assert_eq!(line_of(dir, &add), id);
    assert_eq!(listed(dir), ["sketches 4 - done"]);

    let ask = ["corpus", "query", "--data-dir", "data", "docs/a.txt"];
    let found = rows(&output_of(dir, &ask));
    assert_eq!(names(&found, "document"), ["docs/a.txt", "docs/b.html"]);
    assert_eq!((&found[0]["resemblance"], &found[0]["archive"]), (&json!(1.0), &json!("Essays")));
    let half = found[1]["resemblance"].as_f64().unwrap();
    let interval: Vec<f64> = serde_json::from_value(found[1]["resemblance_interval"].clone()).unwrap();
    assert!(0.2 < half && half < 0.5 && interval[0] < 1.0 / 3.0 && 1.0 / 3.0 < interval[1], "{found:?}");
    let one = ["corpus", "query", "--data-dir", "data", "--most", "1", "--corpus", &id, "docs"];
    let found = rows(&output_of(dir, &one));
    assert_eq!(
        names(&found, "query"),
        ["docs/a.txt", "docs/b.html", "docs/c.md", "docs/d.c", "docs/short.txt"]
    );
    assert_eq!(
        found[4],
        json!({"query": "docs/short.txt", "reason": "too short: it has fewer words than a shingle"})
    );
    let mut child = command(BINARY, dir)
        .args(["corpus", "query", "--data-dir", "data", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(words(5100..5600).as_bytes()).unwrap();
    let found = rows(&child.wait_with_output().unwrap().stdout);
    assert_eq!((names(&found, "document"), &found[0]["query_containment"]), (vec!["docs/c.md"], &json!(1.0)));

    // REST gives the same result.
    let answer = client.query(&json!({"text": words(0..800), "archives": ["Essays"]})).await;
    assert_eq!(
        (&answer["languages"], &answer["tokens"], &answer["documents"]),
        (&json!(["text"]), &json!(800), &json!([]))
    );
    assert_eq!(names(answer["corpora"].as_array().unwrap(), "document"), ["docs/a.txt", "docs/b.html"]);
    let first = &answer["corpora"][0];
    assert_eq!((&first["resemblance"], &first["archive"]["id"]), (&json!(1.0), &json!(id)));
    assert_eq!(first["sample"]["fingerprints"], first["sample"]["shared"]);
    assert_eq!(answer["corpora_unknown"], Value::Null);
    let page = json!({"text": format!("<!DOCTYPE html><style>x</style><p>{}", words(400..1200))});
    assert_eq!(client.query(&page).await["corpora"][0]["document"], "docs/b.html");
    // Source code is read by a child.
    let code = client.query(&json!({"text": program(10..60), "name": "x.c"})).await;
    assert_eq!(
        (&code["languages"], &code["corpora"][0]["document"]),
        (&json!(["c"]), &json!("docs/d.c")),
        "{code}"
    );
    assert_eq!(code["corpora"][0]["text_containment"], 1.0);
    let typed = client.query(&json!({"text": program(10..60), "language": "c"})).await;
    assert_eq!(typed["corpora"], code["corpora"]);
    let short = client.query(&json!({"text": "three short words"})).await;
    assert_eq!(
        (&short["corpora"], &short["corpora_unknown"]),
        (&json!([]), &json!("too short: it has fewer words than a shingle"))
    );
    let zeros = client.query(&json!({"text": "\0\0", "archives": ["Essays"]})).await;
    assert_eq!(zeros["corpora_unknown"], "not text: it holds NUL bytes");

    let stored = service.stored_bytes();
    let holds = |word: &str| stored.windows(word.len()).any(|bytes| bytes == word.as_bytes());
    assert!(
        holds("docs/a.txt") && !holds("word700 word701") && !holds("int f30("),
        "names are kept, texts are not"
    );
    output_of(dir, &["archive", "remove", "Essays", "--data-dir", "data"]);
    assert_eq!(client.query(&page).await["corpora"], json!([]));
}

#[test]
fn an_addition_that_was_killed_is_given_again() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    output_of(dir, &["user", "add", "ada", "--data-dir", "data"]);
    // As many documents as one transaction stores, and then a source without an end.
    let set = |at: u32| format!("{{\"document\":\"{at}\",\"features\":[{at},{}]}}\n", at + 1);
    let sets = (0..10_000).map(set).collect::<Vec<_>>().concat();
    fs::write(dir.join("sets.jsonl"), sets).unwrap();
    let endless = dir.join("endless.jsonl");
    assert!(std::process::Command::new("mkfifo").arg(&endless).status().unwrap().success());
    let add = ["corpus", "add", "--data-dir", "data", "--corpus", "Sets", "sets.jsonl"];
    let mut killed =
        command(BINARY, dir).args(add).arg("endless.jsonl").stderr(Stdio::null()).spawn().unwrap();
    let pipe = fs::OpenOptions::new().write(true).open(&endless).unwrap();
    while listed(dir) != ["sketches 10000 - running"] {
        assert!(killed.try_wait().unwrap().is_none(), "it ended: {:?}", listed(dir));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    drop(pipe);
    assert_eq!(listed(dir), ["sketches 10000 - running"], "it is not whole");
    let again = run(dir, &add);
    assert!(
        stderr(&again).contains("0 documents added") && stderr(&again).contains("10000 already there"),
        "{}",
        stderr(&again)
    );
    assert_eq!(listed(dir), ["sketches 10000 - done"]);
}

#[test]
fn wrong_usage_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    documents(dir);
    fs::write(dir.join("sets.jsonl"), "{\"document\":\"s\",\"features\":[\"a\"]}\n").unwrap();
    output_of(dir, &["user", "add", "ada", "--data-dir", "data"]);
    output_of(dir, &["corpus", "add", "--data-dir", "data", "--corpus", "Essays", "docs"]);
    for (arguments, status, said) in [
        (&["corpus", "add", "docs"][..], 2, "--corpus"),
        (&["corpus", "add", "--work-dir", "w", "--corpus", "Essays", "docs"], 2, "cannot be used with"),
        (&["corpus", "query", "--work-dir", "w", "--corpus", "Essays", "docs"], 2, "cannot be used with"),
        (
            &["corpus", "add", "--data-dir", "data", "--corpus", "Essays", "--modulus", "4", "docs"],
            2,
            "another --shingle or --modulus",
        ),
        (&["corpus", "add", "--data-dir", "data", "--corpus", "Essays", "sets.jsonl"], 1, "another kind"),
        (&["corpus", "query", "--data-dir", "data", "--key-file", "k", "docs"], 2, "public key"),
        (&["corpus", "add", "--data-dir", "data", "--corpus", "New", "nowhere"], 1, "cannot read nowhere"),
        (&["corpus", "query", "--data-dir", "data", "--corpus", "Nobody", "docs"], 1, "no corpus \"Nobody\""),
        (&["archive", "add", "--data-dir", "data", "Essays", "docs"], 2, "is a corpus"),
    ] {
        let done = run(dir, arguments);
        assert_eq!(done.status.code(), Some(status), "{arguments:?}: {}", stderr(&done));
        assert!(stderr(&done).contains(said), "{arguments:?}: {}", stderr(&done));
    }
    assert_eq!(listed(dir), ["sketches 4 - done"]);
}
