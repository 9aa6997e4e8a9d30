//! Tests `chaffinch check` and the hook of the documentation with the real service: nothing found, found, kept in a case.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;

use reqwest::Method;
use serde_json::{Value, json};

use crate::binary::{BINARY, command, line_of, output_of, stderr};
use crate::samples;
use crate::service::Service;

/// Code that is in no sample.
const OTHER: &str = "#include <stdio.h>\nint main(void) {\n    for (int i = 9; i > 0; i -= 2) {\n        printf(\"%d bottles\\n\", i);\n    }\n    return 0;\n}\n";

struct Course<'a> {
    dir: &'a Path,
    service: &'a Service,
    id: String,
    /// A token that can only check.
    token: String,
}

impl Course<'_> {
    fn check(&self, token: &str, more: &[&str]) -> Output {
        let mut command = command(BINARY, self.dir);
        command.args(["check", "--server", &self.service.address, "--course", &self.id, "--quiet"]);
        command.args(more).env("CHAFFINCH_TOKEN", token).output().unwrap()
    }
}

/// Asserts exit status and output.
fn says(output: &Output, status: i32, text: &str) {
    assert_eq!(output.status.code(), Some(status), "{}", stderr(output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{text}\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submission_is_checked_before_the_deadline() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let service = Service::start(dir);
    let staff = service.client();
    let id = staff.json("/courses").await["courses"][0]["id"].as_str().unwrap().to_owned();
    let archive = ["archive", "add", "--data-dir", "data", "--course", &id, "--wait", "2024"];
    output_of(dir, &[&archive[..], &[&samples::argument("submissions")]].concat());
    let token = line_of(dir, &["token", "create", "instructor", "--check", &id, "--data-dir", "data"]);
    let course = Course { dir, service: &service, id, token };
    let own = dir.join("own.c");
    fs::write(&own, OTHER).unwrap();
    let copied = fs::read_dir(samples::folder("submissions")).unwrap().next().unwrap().unwrap().path();
    let (own, copied) = (own.to_str().unwrap(), copied.to_str().unwrap());

    let refused = course.check(&course.token, &[own]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("does not accept checks"), "{}", stderr(&refused));
    let settings = format!("/courses/{}", course.id);
    let change = async |body: Value| staff.ask_json(Method::PATCH, &settings, &body).await;
    assert!(change(json!({"checks": "outcome"})).await.status().is_success());
    says(&course.check(&course.token, &[own]), 0, "nothing found");
    says(&course.check(&course.token, &[copied]), 3, "found");
    let asked = course.check(&course.token, &["--keep-case", copied]);
    assert_eq!(asked.status.code(), Some(1), "the token may not ask for a case");
    assert_eq!(staff.json("/batches").await["batches"], json!([]), "nothing is stored");

    says(&course.check(staff.token(), &["--keep-case", copied]), 3, "found");
    let batch = staff.json("/batches").await["batches"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(staff.finished(&batch).await["status"], "done");
    let about = async || staff.json(&format!("/batches/{batch}/cases")).await["cases"].clone();
    // The case is opened after the report is stored.
    while about().await == json!([]) {
        staff.follow(&batch, |_| false).await;
    }
    assert!(about().await[0]["persons"].as_array().unwrap().len() > 1, "{}", about().await);

    assert!(change(json!({"checks": "received"})).await.status().is_success());
    says(&course.check(&course.token, &[copied]), 0, "received");
    says(&course.check(&course.token, &[own]), 0, "received");
    says(&course.check(staff.token(), &[copied]), 3, "found");

    assert!(change(json!({"checks": "outcome"})).await.status().is_success());
    pushes(&course, Path::new(own), Path::new(copied));
}

/// Pushes to a repository with the hook of the documentation.
fn pushes(course: &Course<'_>, own: &Path, copied: &Path) {
    let text = include_str!("../../../../docs/using/checks-before-the-deadline.md");
    let block = |language: &str| {
        let start = text.split_once(&format!("```{language}\n")).unwrap().1;
        start.split_once("```").unwrap().0.to_owned()
    };
    let git = |folder: &Path, arguments: &[&str]| {
        let mut git = command("git", folder);
        git.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.edu"]);
        let output = git.args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        stderr(&output)
    };
    git(course.dir, &["init", "--quiet", "--bare", "ada.git"]);
    git(course.dir, &["clone", "--quiet", "ada.git", "ada"]);
    let hooks = course.dir.join("ada.git/hooks");
    fs::create_dir_all(&hooks).unwrap();
    fs::write(hooks.join("pre-receive"), block("bash")).unwrap();
    fs::set_permissions(hooks.join("pre-receive"), fs::Permissions::from_mode(0o755)).unwrap();
    let access = block("text")
        .replace("https://chaffinch.example.edu", &course.service.address)
        .replace("0198c0de-0000-7000-8000-000000000000", &course.id)
        .replace("chf_token_...", &course.token);
    fs::write(hooks.join("chaffinch.curl"), access).unwrap();
    let clone = course.dir.join("ada");
    let push = |from: &Path, message: &str| {
        let copy = command("cp", course.dir).arg("-r").arg(from).arg(&clone).status().unwrap();
        assert!(copy.success());
        git(&clone, &["add", "."]);
        git(&clone, &["commit", "--quiet", "-m", message]);
        git(&clone, &["push", "--quiet", "origin", "HEAD:main"])
    };
    let said = push(own, "first");
    assert!(said.contains("Chaffinch: nothing found."), "{said}");
    fs::remove_file(clone.join("own.c")).unwrap();
    let said = push(copied, "second");
    assert!(said.contains("Chaffinch: found. Staff will look at it."), "{said}");
}
