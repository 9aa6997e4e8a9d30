//! Tests the real child process of the real binary: it is confined before it reads its task, and can access nothing
//! outside its folder.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::binary::{BINARY, command, output_of, stderr};

/// Returns whether `doctor` reports that the kernel of this machine can confine a child.
pub(crate) fn confines(dir: &Path) -> bool {
    let said = String::from_utf8(output_of(dir, &["doctor", "--listen", "127.0.0.1:0"])).unwrap();
    let confined = said.contains("confined by Landlock and seccomp");
    assert!(confined || said.contains("are not confined: "), "{said}");
    confined
}

fn analyse(folder: &Path) -> Output {
    let child = command(BINARY, folder).arg("analyse").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap();
    // It ends when this process ends.
    let lifeline = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(lifeline);
    output
}

#[test]
fn a_child_gives_its_privileges_up_before_it_reads_its_task() {
    let folder = tempfile::tempdir().unwrap();
    let task = folder.path().join("task.json");
    // Opening a pipe for reading waits for a writer.
    assert!(Command::new("mkfifo").arg(&task).status().unwrap().success());
    let mut child = command(BINARY, folder.path())
        .arg("analyse")
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Opening returns as soon as the child has opened it for reading.
    let writer = fs::OpenOptions::new().write(true).open(&task).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(writer);
    assert_eq!(child.wait().unwrap().code(), Some(1));
    if confines(folder.path()) {
        assert!(status.contains("NoNewPrivs:\t1\n") && status.contains("Seccomp:\t2\n"), "{status}");
    }
}

#[test]
fn a_task_that_leads_out_of_the_folder_is_not_followed() {
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("job");
    fs::create_dir(&folder).unwrap();
    let part = |name| serde_json::json!({ "kind": "submissions", "name": name });
    let task = serde_json::json!({
        "work": {
            "work": "read",
            "options": {},
            "parts": [part("a.c"), part("b.c")],
            "least": 2,
            "limits": chaffinch_extract::Limits::default(),
        },
        "limits": { "memory_bytes": 1u64 << 30, "cpu_seconds": 60 },
    });
    fs::write(folder.join("task.json"), task.to_string()).unwrap();
    fs::write(around.path().join("secret"), "int secret;").unwrap();
    fs::write(folder.join("part-0"), "int a;").unwrap();
    fs::write(folder.join("part-1"), "int b;").unwrap();
    let output = analyse(&folder);
    assert!(output.status.success() && folder.join("class.json").exists(), "{}", stderr(&output));

    fs::remove_file(folder.join("class.json")).unwrap();
    fs::remove_file(folder.join("part-1")).unwrap();
    std::os::unix::fs::symlink(around.path().join("secret"), folder.join("part-1")).unwrap();
    let output = analyse(&folder);
    if confines(around.path()) {
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("Permission denied"), "{}", stderr(&output));
        assert!(!folder.join("class.json").exists());
    }
}
