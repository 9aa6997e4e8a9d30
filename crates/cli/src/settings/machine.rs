//! Asks the system how much memory this process may use. Reads small files of Linux; other systems do not say.

use std::fs;
use std::path::Path;

/// Returns the memory of the machine in bytes, or that of the control group of this process (a container, a unit of
/// systemd) if it is less.
pub(crate) fn memory_bytes() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().filter_map(|line| group_limit(Path::new("/sys/fs/cgroup"), line));
    fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(total).into_iter().chain(limits).min()
}

/// Returns the value of `MemTotal`.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// Returns the smallest memory limit of a control group and those that contain it. `line` is one of `/proc/self/cgroup`:
/// `0::/path` (version 2) or `5:memory:/path` (version 1).
fn group_limit(root: &Path, line: &str) -> Option<u64> {
    let (hierarchy, path) = line.split_once(":/")?;
    let (root, file) = match hierarchy.split(':').nth(1)? {
        "" => (root.to_owned(), "memory.max"),
        controllers if controllers.split(',').any(|name| name == "memory") => {
            (root.join("memory"), "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let group = root.join(path);
    let groups = group.ancestors().take_while(|group| group.starts_with(&root));
    // A group without a limit has the word `max` or, in version 1, a number larger than any memory.
    groups.filter_map(|group| fs::read_to_string(group.join(file)).ok()?.trim().parse().ok()).min()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
