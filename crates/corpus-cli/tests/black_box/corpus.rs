//! Tests `chaffinch-corpus` on the command line.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tempfile::TempDir;

use crate::binary::{BINARY, command, output_of, run, stderr};

fn words(range: std::ops::Range<u32>) -> String {
    range.map(|word| format!("word{word}")).collect::<Vec<_>>().join(" ")
}

/// Returns the clusters of a result, by document.
fn clusters(path: &Path) -> Vec<(String, u64)> {
    let lines = fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        (row["document"].as_str().unwrap().to_owned(), row["cluster"].as_u64().unwrap())
    };
    lines.lines().map(row).collect()
}

/// Creates a folder with three documents in `docs`.
fn folder() -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("docs")).unwrap();
    for (name, text) in
        [("a.txt", words(0..400)), ("b.html", format!("<p>{}", words(100..500))), ("c.md", words(900..999))]
    {
        fs::write(dir.path().join("docs").join(name), text).unwrap();
    }
    dir
}

/// Clusters the documents with all their shingles, in the folder `work`.
fn cluster_exactly(dir: &Path) {
    output_of(dir, &["cluster", "--modulus", "1", "--work-dir", "work", "--output", "c.jsonl", "docs"]);
}

/// Returns the rows that `chaffinch-corpus` prints.
fn rows(dir: &Path, arguments: &[&str]) -> Vec<Value> {
    let lines = String::from_utf8(output_of(dir, arguments)).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks the exit status of `chaffinch-corpus` and that its message contains these words.
fn assert_refused(dir: &Path, arguments: &[&str], status: i32, said: &str) {
    let done = run(dir, arguments);
    assert_eq!(done.status.code(), Some(status), "{arguments:?}: {}", stderr(&done));
    assert!(stderr(&done).contains(said), "{arguments:?}: {}", stderr(&done));
}

#[test]
fn cluster_recluster_add_and_sketch() {
    let dir = folder();
    let dir = dir.path();
    let cluster = [
        "cluster",
        "--modulus",
        "1",
        "--work-dir",
        "work",
        "--pairs",
        "p.jsonl",
        "--output",
        "c.jsonl",
        "docs",
    ];
    let done = run(dir, &cluster);
    assert!(done.status.success(), "{}", stderr(&done));
    let said = stderr(&done);
    assert!(
        said.contains("sketching") && said.contains("3 documents") && said.contains("2 in 1 clusters"),
        "{said}"
    );
    let expected = |rows: &[(&str, u64)]| {
        rows.iter().map(|(name, cluster)| ((*name).to_owned(), *cluster)).collect::<Vec<_>>()
    };
    let first = expected(&[("docs/a.txt", 1), ("docs/b.html", 1), ("docs/c.md", 3)]);
    assert_eq!(clusters(&dir.join("c.jsonl")), first);
    let pairs = fs::read_to_string(dir.join("p.jsonl")).unwrap();
    assert!(pairs.contains(r#""left":"docs/a.txt","right":"docs/b.html","count":291,"#), "{pairs}");

    output_of(dir, &["recluster", "--work-dir", "work", "--threshold", "0.9", "--output", "strict.jsonl"]);
    assert_eq!(clusters(&dir.join("strict.jsonl"))[1].1, 2);

    fs::write(dir.join("new.txt"), words(890..1000)).unwrap();
    output_of(dir, &["add", "--work-dir", "work", "--output", "c2.jsonl", "new.txt"]);
    let grown = clusters(&dir.join("c2.jsonl"));
    assert_eq!(grown[..3], first);
    assert_eq!(grown[3], ("new.txt".to_owned(), 3));

    let sketches = output_of(dir, &["sketch", "--modulus", "1", "docs"]);
    fs::write(dir.join("s.jsonl"), sketches).unwrap();
    output_of(dir, &["cluster", "--modulus", "1", "--output", "from-sketches.jsonl", "s.jsonl"]);
    assert_eq!(clusters(&dir.join("from-sketches.jsonl")), first);
    let left: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with('.')), "{left:?}");
}

#[test]
fn a_secret_key_decides_what_is_kept_and_is_written_nowhere() {
    let dir = folder();
    let dir = dir.path();
    let (key, other) = ("5ec2e7".repeat(10) + "0123", "07".repeat(32));
    fs::write(dir.join("key"), format!("{key}\n")).unwrap();
    fs::write(dir.join("other"), other).unwrap();
    fs::write(dir.join("zero"), "0".repeat(64)).unwrap();
    let public = output_of(dir, &["sketch", "--modulus", "4", "docs"]);
    let secret = output_of(dir, &["sketch", "--modulus", "4", "--key-file", "key", "docs"]);
    let values = |lines: &[u8]| {
        let lines = String::from_utf8(lines.to_vec()).unwrap();
        let row: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
        (row["sketch"].clone(), row["lexical"].clone(), row["parameters"].as_str().unwrap().to_owned())
    };
    let (ours, theirs) = (values(&public), values(&secret));
    assert!(ours.0 != theirs.0 && ours.1 == theirs.1 && ours.2 != theirs.2, "{ours:?} {theirs:?}");
    fs::write(dir.join("secret.jsonl"), secret).unwrap();

    let cluster = ["cluster", "--modulus", "4", "--work-dir", "work", "--output", "c.jsonl", "secret.jsonl"];
    assert_refused(dir, &cluster, 1, "cannot be compared");
    fs::remove_dir_all(dir.join("work")).unwrap();
    output_of(dir, &[&cluster[..], &["--key-file", "key"]].concat());
    output_of(dir, &["recluster", "--work-dir", "work", "--output", "c2.jsonl"]);
    let add = ["add", "--work-dir", "work", "--output", "c3.jsonl", "docs/b.html"];
    for (more, said) in
        [(&[][..], "was given"), (&["--key-file", "other"], "was given"), (&["--key-file", "zero"], "public")]
    {
        assert_refused(dir, &[&add[..], more].concat(), 1, said);
    }
    output_of(dir, &[&add[..], &["--key-file", "key"]].concat());
    assert_eq!(
        clusters(&dir.join("c3.jsonl"))[3],
        ("docs/b.html".to_owned(), clusters(&dir.join("c.jsonl"))[1].1)
    );
    for ask in [&["query"][..], &["holders", "--file"]] {
        let ask = [ask, &["--work-dir", "work", "docs/a.txt"]].concat();
        assert_eq!(run(dir, &ask).status.code(), Some(1));
        let answer = output_of(dir, &[&ask[..], &["--key-file", "key"]].concat());
        assert!(String::from_utf8(answer).unwrap().contains(r#""kind":"identical""#), "{ask:?}");
    }
    let written = command("grep", dir).args(["-rliF", &key[..16], "."]).output().unwrap();
    assert_eq!(String::from_utf8(written.stdout).unwrap(), "./key\n");
}

#[test]
fn wrong_usage_is_named() {
    let dir = folder();
    let dir = dir.path();
    for (arguments, status, said) in [
        (&["cluster", "docs"][..], 2, "--output"),
        (&["cluster", "--threshold", "2", "--output", "c", "docs"], 2, "between 0 and 1"),
        (&["cluster", "--memory", "1MB", "--output", "c", "docs"], 2, "at least"),
        (&["cluster", "--fast", "--pairs", "p", "--output", "c", "docs"], 2, "--pairs"),
        (&["cluster", "--floor", "0.9", "--output", "c", "docs"], 2, "--threshold 0.5"),
        (&["cluster", "--output", "c", "nowhere"], 1, "cannot read nowhere"),
        (&["cluster", "--key-file", "k", "--output", "c", "docs"], 1, "head -c 32 /dev/urandom"),
        (&["cluster", "--key-file", "docs/a.txt", "--output", "c", "docs"], 1, "does not contain a key"),
        (&["recluster", "--work-dir", "docs", "--output", "c"], 1, "no finished run"),
        (&["cluster", "--work-dir", "docs", "--output", "c", "docs"], 1, "not empty"),
    ] {
        assert_refused(dir, arguments, status, said);
        assert!(!dir.join("c").exists());
    }
}

#[test]
fn a_run_killed_while_it_sketches_can_be_started_again() {
    let dir = folder();
    let dir = dir.path();
    // A pipe is a source without an end.
    let lines = dir.join("endless.jsonl");
    assert!(command("mkfifo", dir).arg(&lines).status().unwrap().success());
    let arguments = ["cluster", "--work-dir", "work", "--output", "c.jsonl", "docs", "endless.jsonl"];
    let mut child = command(BINARY, dir).args(arguments).stderr(Stdio::piped()).spawn().unwrap();
    let said = BufReader::new(child.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    assert_eq!(said, "sketching");
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9));
    assert!(!dir.join("c.jsonl").exists());
    let without = ["recluster", "--work-dir", "work", "--output", "c.jsonl"];
    assert_eq!(run(dir, &without).status.code(), Some(1));
    fs::remove_file(&lines).unwrap();
    fs::write(&lines, "").unwrap();
    output_of(dir, &arguments);
    assert_eq!(clusters(&dir.join("c.jsonl")).len(), 3);
}

#[test]
fn texts_names_and_clusters_are_queried() {
    let dir = folder();
    let dir = dir.path();
    cluster_exactly(dir);
    fs::write(dir.join("asked.txt"), words(0..200)).unwrap();
    fs::write(dir.join("few.txt"), "few words").unwrap();
    let query = |arguments: &[&str]| rows(dir, &[&["query", "--work-dir", "work"], arguments].concat());
    let rows = query(&["asked.txt", "few.txt", "docs/b.html"]);
    let told: Vec<_> = rows.iter().map(|row| (&row["query"], &row["document"], &row["kind"])).collect();
    let [asked, few, own] = ["asked.txt", "few.txt", "docs/b.html"].map(Value::from);
    let [a, b] = ["docs/a.txt", "docs/b.html"].map(Value::from);
    let [similar, identical, none] = [Value::from("similar"), Value::from("identical"), Value::Null];
    assert_eq!(
        told,
        [
            (&asked, &a, &similar),
            (&asked, &b, &similar),
            (&few, &none, &none),
            (&own, &b, &identical),
            (&own, &a, &similar),
        ]
    );
    assert_eq!((&rows[0]["query_containment"], &rows[0]["cluster"]), (&Value::from(1.0), &Value::from(1)));
    assert_eq!(rows[0]["sample"], 391);
    assert!(rows[2]["reason"].as_str().unwrap().starts_with("too short"));
    assert_eq!(query(&["--most", "1", "--floor", "0.9", "asked.txt"]).len(), 1);

    let mut child = command(BINARY, dir)
        .args(["query", "--work-dir", "work", "--format", "html", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(format!("<i>{}</i>", words(100..500)).as_bytes()).unwrap();
    let said = child.wait_with_output().unwrap();
    let row: Value =
        serde_json::from_slice(said.stdout.split(|&byte| byte == b'\n').next().unwrap()).unwrap();
    assert_eq!(
        (&row["query"], &row["document"], &row["kind"]),
        (&Value::from("-"), &b, &Value::from("lexically-equivalent"))
    );

    let cluster = query(&["--document", "docs/b.html"]);
    assert_eq!(cluster.len(), 2);
    assert_eq!(cluster[0]["document"], "docs/a.txt");
    assert_eq!(query(&["--cluster", "3"])[0]["document"], "docs/c.md");

    fs::write(dir.join("list.txt"), "docs/b.html\ndocs/c.md\ndocs/a.txt\n").unwrap();
    let grouped = output_of(dir, &["group", "--work-dir", "work", "list.txt"]);
    assert_eq!(
        String::from_utf8(grouped).unwrap(),
        "{\"document\":\"docs/b.html\",\"folded\":[{\"document\":\"docs/a.txt\"}]}\n\
         {\"document\":\"docs/c.md\",\"folded\":[]}\n"
    );

    for (arguments, status, said) in [
        (&["--work-dir", "work"][..], 2, "FILE"),
        (&["--work-dir", "work", "--most", "0", "asked.txt"], 2, "--most"),
        (&["--work-dir", "work", "--format", "klingon", "asked.txt"], 2, "chaffinch languages"),
        (&["--work-dir", "work", "nowhere.txt"], 1, "cannot read nowhere.txt"),
        (&["--work-dir", "work", "--document", "nobody"], 1, "no document of the corpus is named \"nobody\""),
        (&["--work-dir", "work", "--cluster", "2"], 1, "there is no cluster 2"),
        (&["--work-dir", "docs", "asked.txt"], 1, "no finished run"),
    ] {
        assert_refused(dir, &[&["query"], arguments].concat(), status, said);
    }
}

#[test]
fn versions_and_changes_are_reported() {
    let dir = folder();
    let dir = dir.path();
    cluster_exactly(dir);
    fs::remove_file(dir.join("docs/c.md")).unwrap();
    fs::write(dir.join("docs/a.txt"), words(0..390)).unwrap();
    fs::write(dir.join("docs/moved.md"), words(900..1000)).unwrap();
    // Dates have whole seconds, and the second may be the same as before.
    let later = std::time::SystemTime::now() + std::time::Duration::from_mins(1);
    for name in ["docs/a.txt", "docs/moved.md"] {
        fs::File::options().append(true).open(dir.join(name)).unwrap().set_modified(later).unwrap();
    }
    output_of(dir, &["add", "--work-dir", "work", "--output", "c.jsonl", "docs"]);
    let rows = |arguments: &[&str]| rows(dir, arguments);
    let found = rows(&["holders", "--work-dir", "work", "docs/c.md"]);
    let told: Vec<_> = found.iter().map(|row| (row["document"].as_str().unwrap(), &row["kind"])).collect();
    assert_eq!(told, [("docs/moved.md", &Value::from("similar")), ("docs/c.md", &Value::from("identical"))]);
    assert!(found[0]["date"].as_str().unwrap().ends_with('Z'));
    let found = rows(&["holders", "--work-dir", "work", "--most", "2", "--sources", "docs", "docs/a.txt"]);
    assert_eq!(found.len(), 2);
    assert!(found.iter().any(|row| row["passages"].is_array()));
    let found = rows(&["holders", "--work-dir", "work", "--file", "--threshold", "1", "docs/moved.md"]);
    assert_eq!(found.len(), 2, "one is it, one is contained in it");

    let told = rows(&["changes", "--work-dir", "work", "--list"]);
    assert_eq!(told.len(), 5);
    let counts = [
        "documents",
        "next_documents",
        "identical",
        "changed",
        "moved",
        "moved_here",
        "appeared",
        "vanished",
    ];
    assert_eq!(counts.map(|key| told[0][key].as_u64().unwrap()), [3, 3, 1, 1, 1, 1, 0, 0]);
    assert_eq!((&told[3]["change"], &told[3]["to"]), (&Value::from("moved"), &Value::from("docs/moved.md")));

    for (arguments, status, said) in [
        (
            &["holders", "--work-dir", "work", "nobody"][..],
            1,
            "no document of the corpus is named \"nobody\"",
        ),
        (&["holders", "--work-dir", "work", "--file", "docs"], 1, "contains 3 documents"),
        (
            &["holders", "--work-dir", "work", "--sources", "docs", "docs/c.md"],
            1,
            "none of the given sources contains \"docs/c.md\"",
        ),
        (&["holders", "--work-dir", "work", "--format", "html", "docs/c.md"], 2, "--file"),
        (&["changes", "--work-dir", "work", "--threshold", "0.05"], 1, "pairs below 0.1 were not kept"),
        (&["changes", "--work-dir", "work", "--by", "hour"], 2, "--by"),
        (&["group", "--work-dir", "work", "nowhere"], 1, "cannot read nowhere"),
    ] {
        assert_refused(dir, arguments, status, said);
    }
}
