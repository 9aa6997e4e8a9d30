//! Tests that `chaffinch corpus` runs the program `chaffinch-corpus`, and what it says where that is missing.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::binary::{command, copy_to, stderr};

/// Writes a program that prints its arguments and fails.
fn other_program(folder: &Path, says: &str) {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join("chaffinch-corpus");
    fs::write(&path, format!("#!/bin/sh\necho {says} \"$@\"\nexit 7\n")).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_program_with_this_one_comes_before_that_on_path() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let binary = dir.join("bin/chaffinch");
    fs::create_dir(dir.join("bin")).unwrap();
    copy_to(&binary);
    let ask = |arguments: &[&str]| {
        let path =
            [dir.join("elsewhere").into_os_string(), "/usr/bin".into(), "/bin".into()].join(":".as_ref());
        command(&binary, dir).env("PATH", path).args(arguments).output().unwrap()
    };
    let missing = ask(&["corpus", "cluster"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(stderr(&missing).contains("install the package chaffinch-corpus"), "{}", stderr(&missing));

    for (folder, says) in [("elsewhere", "path"), ("bin", "beside")] {
        other_program(&dir.join(folder), says);
        for arguments in [&["cluster", "--output", "c d"][..], &["--help"], &["query", "-V", "--", "-"], &[]]
        {
            let done = ask(&[&["corpus"], arguments].concat());
            assert_eq!(done.status.code(), Some(7), "{}", stderr(&done));
            let expected = [&[says], arguments].concat().join(" ");
            assert_eq!(String::from_utf8(done.stdout).unwrap().trim_end(), expected);
        }
    }
    let quiet = ask(&["--quiet", "--log-format", "json", "corpus", "add"]);
    assert_eq!(String::from_utf8(quiet.stdout).unwrap(), "beside --quiet --log-format=json add\n");
}
