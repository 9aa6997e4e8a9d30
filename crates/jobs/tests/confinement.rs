//! Tests what a confined child can still do. A process that is confined in the same way tries it: this test binary,
//! started with the ignored test `inside`.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::process::{Command, Stdio};

/// Not a test: tries what a child must not do, and what it may do.
#[test]
#[ignore = "started by the other test"]
fn inside() {
    let outside = fs::read_to_string("outside").unwrap();
    let (file, port) = outside.split_once('\n').unwrap();
    let parent = std::os::unix::process::parent_id();
    let opened = File::open(file).unwrap();
    let threads_before = rayon_sum();
    println!("\nunconfined {:?}", chaffinch_jobs::confine(Path::new(".")));
    drop(opened);
    let say = |what: &str, result: io::Result<()>| {
        println!(
            "{what} {}",
            result.map_or_else(|error| format!("{:?}", error.kind()), |()| "done".to_owned())
        );
    };
    say("read /etc/passwd", fs::read("/etc/passwd").map(drop));
    say("read what lies beside", fs::read(file).map(drop));
    say("read by a link", fs::read("link").map(drop));
    say("read by /proc", fs::read(format!("/proc/self/root{file}")).map(drop));
    say("list /", fs::read_dir("/").map(drop));
    say("read another process", fs::read(format!("/proc/{parent}/environ")).map(drop));
    say("write beside", fs::write(format!("{file}.new"), "x"));
    say("remove beside", fs::remove_file(file));
    say("connect", TcpStream::connect(format!("127.0.0.1:{port}")).map(drop));
    say("listen", TcpListener::bind("127.0.0.1:0").map(drop));
    say("send", UdpSocket::bind("127.0.0.1:0").map(drop));
    say("connect here", UnixStream::connect(format!("{file}.socket")).map(drop));
    say("execute", Command::new("/bin/true").status().map(drop));
    // A child must still be able to do this.
    say(
        "write within",
        fs::write("answer.unfinished", "x").and_then(|()| fs::rename("answer.unfinished", "answer")),
    );
    say("read within", fs::read("answer").map(drop));
    say("read its own memory", fs::read("/proc/self/status").map(drop));
    say(
        "read it from a thread",
        std::thread::spawn(|| fs::read("/proc/self/status").map(drop)).join().unwrap(),
    );
    say("be refused in a thread", std::thread::spawn(|| fs::read("/etc/passwd").map(drop)).join().unwrap());
    assert_eq!(threads_before, rayon_sum());
    let status = fs::read_to_string("/proc/thread-self/status").unwrap();
    for line in status.lines().filter(|line| line.starts_with("NoNewPrivs") || line.starts_with("Seccomp:")) {
        println!("{}", line.replace('\t', " "));
    }
    io::stdout().flush().unwrap();
    // It must also be able to abort.
    std::process::abort();
}

/// A computation that uses threads.
fn rayon_sum() -> u64 {
    let threads: Vec<_> = (0..4_u64).map(|at| std::thread::spawn(move || at * at)).collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).sum()
}

#[test]
fn a_confined_process_reaches_its_folder_and_nothing_else() {
    use std::os::unix::process::ExitStatusExt as _;
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("job");
    fs::create_dir(&folder).unwrap();
    let file = around.path().join("neighbour");
    fs::write(&file, "of another job").unwrap();
    std::os::unix::fs::symlink(&file, folder.join("link")).unwrap();
    let _here = UnixListener::bind(around.path().join("neighbour.socket")).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    fs::write(folder.join("outside"), format!("{}\n{port}", file.display())).unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "inside", "--ignored", "--nocapture", "--test-threads=1"])
        .current_dir(&folder)
        .env_clear()
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.signal(), Some(6), "{said} {}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<&str> = said.lines().collect();
    // If the kernel supports neither, there is nothing to test. `doctor` and the log report it.
    if !lines.contains(&"unconfined []") {
        assert!(said.contains("unconfined [\""), "{said}");
        return;
    }
    for (what, expected) in [
        ("read /etc/passwd", "PermissionDenied"),
        ("read what lies beside", "PermissionDenied"),
        ("read by a link", "PermissionDenied"),
        ("read by /proc", "PermissionDenied"),
        ("list /", "PermissionDenied"),
        ("read another process", "PermissionDenied"),
        ("write beside", "PermissionDenied"),
        ("remove beside", "PermissionDenied"),
        ("connect", "PermissionDenied"),
        ("listen", "PermissionDenied"),
        ("send", "PermissionDenied"),
        ("connect here", "PermissionDenied"),
        ("execute", "PermissionDenied"),
        ("write within", "done"),
        ("read within", "done"),
        ("read its own memory", "done"),
        ("read it from a thread", "done"),
        ("be refused in a thread", "PermissionDenied"),
        ("NoNewPrivs:", "1"),
        ("Seccomp:", "2"),
    ] {
        assert!(lines.contains(&format!("{what} {expected}").as_str()), "{what}: {said}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "of another job");
}
