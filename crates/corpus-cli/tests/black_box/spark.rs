//! Tests that `distributed/cluster.py` on Apache Spark gives the same clusters as `chaffinch-corpus cluster`, line by
//! line. It runs on two workers, each in its own process, with sketches in several files and many blocks.
//!
//! `scripts/soak spark` installs Spark and runs this (`CHAFFINCH_TEST_SPARK` selects another Python that has it).

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use crate::binary::{command, output_of, run, stderr};
use crate::random::SeededRandom;

/// A shingle in more documents than this is common. Two paragraphs below are, and versions are not.
const LIMIT: &str = "20";

/// Returns the Python with the packages of `distributed/requirements.txt`.
fn python() -> PathBuf {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/spark/bin/python");
    let python = std::env::var_os("CHAFFINCH_TEST_SPARK").map_or_else(usual, PathBuf::from);
    assert!(python.exists(), "{} is not there; scripts/soak spark installs it", python.display());
    python
}

/// Runs the job in `dir` on two workers with one core each. It writes its files to `output`.
fn spark(dir: &Path, output: &str, arguments: &[&str], sources: &[&str]) -> Output {
    let folder = |name: &str| dir.join(name).into_os_string();
    // The block size splits every uncompressed file into several blocks.
    let settings = "--master local-cluster[2,1,1024] --conf spark.ui.enabled=false --conf spark.sql.shuffle.partitions=4 \
                    --conf spark.sql.files.maxPartitionBytes=200000 --conf spark.sql.files.openCostInBytes=1000 \
                    pyspark-shell";
    command(python(), dir)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../distributed/cluster.py"))
        .args(["--common-limit", LIMIT, "--output", output])
        .args(arguments)
        .args(sources)
        .env("PYSPARK_SUBMIT_ARGS", settings)
        .env("SPARK_LOCAL_IP", "127.0.0.1")
        .env("SPARK_LOCAL_DIRS", folder("local"))
        .env("SPARK_WORKER_DIR", folder("workers"))
        .output()
        .unwrap()
}

/// Returns the lines of all parts.
fn parts(folder: &Path) -> Vec<Value> {
    let mut parts: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    parts.retain(|path| path.file_name().unwrap().to_string_lossy().starts_with("part-"));
    parts.sort();
    parts.iter().flat_map(|path| rows(path)).collect()
}

fn rows(path: &Path) -> Vec<Value> {
    let lines = fs::read_to_string(path).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn words(random: &mut SeededRandom, count: usize) -> Vec<String> {
    (0..count).map(|_| format!("w{}", random.below(50_000))).collect()
}

/// Returns texts with every possible relation to each other.
fn texts(families: usize) -> Vec<String> {
    let random = &mut SeededRandom::new(7);
    let paragraphs = [words(random, 60).join(" "), words(random, 120).join(" ")];
    let mut texts = Vec::new();
    for family in 0..families {
        let mut text = words(random, 400);
        let whole = text.join(" ");
        texts.extend([whole.clone(), whole.clone(), whole.to_uppercase(), whole.replace(' ', "\n")]);
        // The text repeated two or three times has the same shingles.
        texts.extend([format!("{whole} {whole}"), format!("{whole} {whole} {whole}")]);
        texts.extend([text[..150].join(" "), format!("{whole} {}", words(random, 700).join(" "))]);
        // Each version resembles the previous one, and the last does not resemble the first: a chain.
        for _ in 0..3 + family % 20 {
            for _ in 0..=random.below(6) {
                let at = random.below(400) as usize;
                text[at] = format!("new{}", random.below(50_000));
            }
            texts.push(text.join(" "));
        }
        let [short, long] = &paragraphs;
        texts.push(format!("{} {short}", words(random, 50).join(" ")));
        texts.push(format!("{} {long}", words(random, 15).join(" ")));
    }
    let [short, long] = &paragraphs;
    texts.extend([short.clone(), short.to_uppercase(), long.clone(), format!("{long} {long}")]);
    texts.extend([
        String::new(),
        " ".to_owned(),
        String::new(),
        "too short".to_owned(),
        "too, SHORT".to_owned(),
    ]);
    // Shuffles the texts, so that related ones are far apart and their numbers have no order.
    for at in (1..texts.len()).rev() {
        texts.swap(at, random.below(at as u64 + 1) as usize);
    }
    texts
}

/// Writes sketches to three files. The uncompressed one has unreadable lines.
fn sketch(dir: &Path, texts: &[String]) -> [&'static str; 3] {
    let sources = ["first.jsonl", "second part.jsonl.gz", "third.jsonl.zst"];
    for (at, (source, texts)) in sources.iter().zip(texts.chunks(texts.len().div_ceil(3))).enumerate() {
        let mut documents = File::create(dir.join("documents.jsonl")).unwrap();
        for (number, text) in texts.iter().enumerate() {
            writeln!(documents, "{}", json!({ "document": format!("{at}/\"{number}\" é"), "text": text }))
                .unwrap();
        }
        writeln!(documents, "no record").unwrap();
        drop(documents);
        fs::create_dir_all(dir.join("binary")).unwrap();
        fs::write(dir.join("binary/a"), b"\0\x01").unwrap();
        fs::write(dir.join(format!("binary/{at}")), [0, at as u8]).unwrap();
        let arguments = ["sketch", "--modulus", "4", "--output", source, "documents.jsonl", "binary"];
        output_of(dir, &arguments);
    }
    let mut first = fs::read(dir.join(sources[0])).unwrap();
    let line_end = first.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let broken = b"\n{\"document\":\"half a li\n \t\r\n{\"document\":\"\xff\",\"sketch\":[]}\n\
                   {\"document\":\"no digits\",\"sketch\":[\"xyz\"]}\n{\"document\":\"nothing kept\",\"sketch\":[]}\n\
                   {\"id\":17,\"sketch\":[\"0000000000000002\",\"0000000000000001\"]}\n";
    first.splice(line_end..line_end, broken.iter().copied());
    fs::write(dir.join(sources[0]), first).unwrap();
    sources
}

#[test]
#[ignore = "needs Spark, which scripts/soak spark installs"]
fn spark_makes_the_same_clusters() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let families = std::env::var("CHAFFINCH_SPARK_FAMILIES").map_or(120, |number| number.parse().unwrap());
    let texts = texts(families);
    let sources = sketch(dir, &texts);
    let mut different = Vec::new();
    for (measure, threshold) in
        [("resemblance", "0.5"), ("resemblance", "0.9"), ("containment", "0.6"), ("containment", "1")]
    {
        let policy = ["--measure", measure, "--threshold", threshold];
        let ours = ["cluster", "--modulus", "4", "--common-limit", LIMIT, "--output", "c.jsonl"];
        let ours = [&ours[..], &policy, &sources].concat();
        output_of(dir, &ours);
        let folder = format!("{measure}-{threshold}");
        let done = spark(dir, &folder, &policy, &sources);
        assert!(done.status.success(), "{}", stderr(&done));
        let (ours, theirs) = (rows(&dir.join("c.jsonl")), parts(&dir.join(folder)));
        assert!(texts.len() < ours.len());
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_eq!(ours, theirs, "{policy:?}");
        }
        assert_eq!(ours.len(), theirs.len());
        everything_occurs(&ours);
        different.push(ours);
    }
    // Each combination of measure and threshold gives different clusters.
    for at in 1..different.len() {
        assert!(different[..at].iter().all(|other| *other != different[at]));
    }
}

/// Checks that every kind and every reason occurs in the rows.
fn everything_occurs(rows: &[Value]) {
    for kind in ["single", "similar", "shingle-equivalent", "lexically-equivalent", "identical", "skipped"] {
        assert!(rows.iter().any(|row| row["kind"] == kind), "{kind}");
    }
    for reason in ["empty", "fewer words", "in the sample", "NUL bytes", "no JSON object", "are common"] {
        let occurs = |row: &Value| row["reason"].as_str().is_some_and(|said| said.contains(reason));
        assert!(rows.iter().any(occurs), "{reason}");
    }
}

#[test]
#[ignore = "needs Spark, which scripts/soak spark installs"]
fn sources_that_cannot_be_compared_are_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let text = texts(1).remove(0);
    fs::write(dir.join("texts.jsonl"), json!({ "document": "a text", "text": text }).to_string()).unwrap();
    for modulus in ["1", "4"] {
        let sketches = format!("{modulus}.jsonl");
        output_of(dir, &["sketch", "--modulus", modulus, "--output", &sketches, "texts.jsonl"]);
    }
    for (sources, said) in
        [(["1.jsonl", "4.jsonl"], "do not compare"), (["1.jsonl", "texts.jsonl"], "is no sketch")]
    {
        let done = spark(dir, "refused", &[], &sources);
        assert_eq!(done.status.code(), Some(1), "{}", stderr(&done));
        assert!(stderr(&done).contains(said), "{}", stderr(&done));
        assert!(!dir.join("refused").exists());
    }
    // A sample of one in six cannot be derived from a sample of one in four.
    let ours = run(dir, &["cluster", "--modulus", "6", "--output", "c", "1.jsonl", "4.jsonl"]);
    assert_eq!(ours.status.code(), Some(1), "{}", stderr(&ours));
}
