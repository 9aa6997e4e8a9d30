//! Tests of limits.

use std::collections::BTreeMap;
use std::path::Path;

use super::*;

/// Returns the names of settings and their defaults from the rows `| what | default | setting | ...`.
fn documented() -> BTreeMap<String, u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operating/limits.md");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, _, default, setting, _, _] = cells[..] else { return None };
            let name = setting.strip_prefix('`')?.strip_suffix('`')?.replace('-', "_");
            let digits: String = default.split('(').next()?.chars().filter(char::is_ascii_digit).collect();
            Some((name, digits.parse().ok()?))
        })
        .collect()
}

#[test]
fn the_documented_limits_are_those_of_the_code() {
    let defaults = serde_json::to_value(Limits::for_machine(None)).unwrap();
    let defaults: BTreeMap<String, u64> = serde_json::from_value(defaults).unwrap();
    let mut documented = documented();
    documented.retain(|name, _| defaults.contains_key(name));
    assert_eq!(documented, defaults);
}

#[test]
fn defaults_follow_the_memory_of_the_machine() {
    let of = |gibibytes: u64| {
        let limits = Limits::for_machine(Some(gibibytes << 30));
        (limits.job_memory >> 20, limits.submissions, limits.upload_files, limits.entries)
    };
    assert_eq!(of(1), (400, 10_000, 10_000, 100_000));
    assert_eq!(of(4), (1024, 26_000, 26_000, 104_000));
    assert_eq!(of(64), (4096, 50_000, 50_000, 200_000));
}

#[test]
fn limits_on_the_command_line() {
    assert_eq!(named("upload-bytes=5"), Ok(("upload_bytes".to_owned(), 5)));
    assert!(named("upload-bytes").is_err());
    assert!(named("upload-bytes=many").is_err());
}

#[test]
fn the_smallest_limit_of_nested_groups_counts() {
    let root = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("system.slice/memory.max", "2147483648\n");
    write("system.slice/chaffinch.service/memory.max", "max\n");
    write("memory/docker/a/memory.limit_in_bytes", "1073741824\n");
    let limit = |line| group_limit(root.path(), line);
    assert_eq!(limit("0::/system.slice/chaffinch.service"), Some(2 << 30));
    assert_eq!(limit("0::/"), None);
    assert_eq!(limit("9:memory:/docker/a"), Some(1 << 30));
    assert_eq!(limit("8:cpu,cpuacct:/docker/a"), None);
    assert_eq!(limit("nonsense"), None);
}

#[test]
fn the_memory_of_the_machine_is_read() {
    assert_eq!(total("MemTotal:        2048 kB\nMemFree: 1 kB\n"), Some(2 << 20));
    assert_eq!(total(""), None);
}
