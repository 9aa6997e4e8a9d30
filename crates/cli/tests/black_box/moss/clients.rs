//! Tests the real mosspy, pymoss and mossnet, and programs that read the pages. `scripts/test` installs them.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{TestApp, class};
use crate::samples;

/// Returns the Python with the packages of `tests/moss/requirements.txt`.
fn python() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = std::env::var_os("CHAFFINCH_TEST_MOSS_PYTHON")
        .map_or_else(|| root.join("target/moss-clients/bin/python"), PathBuf::from);
    assert!(python.exists(), "{} is not there; scripts/test installs it", python.display());
    python
}

/// Runs a script successfully and returns its output.
fn said(script: &str, arguments: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/moss").join(script);
    let output = Command::new(python()).arg(script).args(arguments).output().unwrap();
    let (said, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{errors}");
    assert!(!errors.contains("Traceback"), "a thread of it failed: {errors}");
    said
}

#[tokio::test]
async fn the_real_clients_work_unchanged() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let work = tempfile::tempdir().unwrap();
    let said = said(
        "clients.py",
        &[
            "127.0.0.1",
            &app.port().to_string(),
            &app.id,
            &samples::argument("submissions"),
            &samples::argument("handout"),
            work.path().to_str().unwrap(),
        ],
    );
    let came = |client: &str, what: &str| {
        let line =
            said.lines().find(|line| line.starts_with(client) && line.contains(&format!("\t{what}\t")));
        line.unwrap_or_else(|| panic!("{client} {what}: {said}")).rsplit('\t').next().unwrap().to_owned()
    };
    let address = format!("{}/results/", app.service.address);
    assert!(came("mosspy", "answer").starts_with(&address) && came("pymoss", "answer").starts_with(&address));
    let number = |text: String| -> usize { text.split(' ').next().unwrap().parse().unwrap() };
    let rows = number(came("mosspy", "saveWebPage"));
    assert!(rows > 5, "{said}");
    // The list, and for each pair the frames, the table and two sources.
    assert_eq!(number(came("mosspy", "download_report")), 1 + 4 * rows, "{said}");
    assert_eq!(number(came("mosspy", "index links")), 2 * rows, "{said}");
    assert_eq!(came("mosspy", "setDirectoryMode, setNumberOfMatchingFiles(3)"), "3 rows");
    assert_eq!(came("mosspy", "options shown"), "-l python -d -m 4");
    assert_eq!(came("mosspy", "unknown language"), "Error: the language is not known here");
    assert_eq!(came("mossnet", "pairs"), "3");
    assert!(came("mossnet", "a pair").ends_with("True"));
}

/// Reads the page of a failed job as the readers do. None may find a result in it.
pub(super) fn read_failed(url: &str) {
    let read = said("readers.py", &[url, "week 1", "failed"]);
    assert_eq!(read.lines().count(), 9, "{read}");
    assert!(read.lines().all(|line| line.ends_with("\tno result")), "{read}");
}

#[tokio::test]
async fn all_readers_read_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let class = class();
    let files: Vec<_> = class.iter().map(|(name, text)| (1, name.as_str(), text.as_str())).collect();
    let url = app.job("language python\n", &files, "readers");
    let read = said("readers.py", &[&url, "readers"]);
    assert_eq!(read.lines().count(), 9, "{read}");

    // Learning platforms send one directory per person, named by a number.
    let numbered: Vec<_> =
        (100..).zip(&class).map(|(number, (_, text))| (format!("a/{number}/main.py"), text)).collect();
    let files: Vec<_> = numbered.iter().map(|(name, text)| (1, name.as_str(), text.as_str())).collect();
    let url = app.job("directory 1\nlanguage python\n", &files, "");
    let read = said("readers.py", &[&url, "", "directories"]);
    assert_eq!(read.lines().count(), 9, "{read}");
}
