//! Tests the operator's commands: languages, accounts, tokens, settings, doctor.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;

use reqwest::Method;
use serde_json::{Value, json};

use crate::binary::{BINARY, command, line_of, output_of, run, stderr};
use crate::service::Service;

#[test]
fn languages_are_listed_one_a_line() {
    let dir = tempfile::tempdir().unwrap();
    let text = String::from_utf8(output_of(dir.path(), &["languages"])).unwrap();
    let row = |name: &str| -> Vec<&str> {
        let line = text.lines().find(|line| line.split('\t').next() == Some(name));
        line.unwrap_or_else(|| panic!("{name} is missing:\n{text}")).split('\t').collect()
    };
    let [_, endings, front_end, _, title] = row("cpp")[..] else { panic!("{:?}", row("cpp")) };
    assert!(endings.split(' ').any(|ending| ending == ".cpp"), "{endings}");
    assert_eq!((front_end, title), ("tree-sitter", "C++"));
    assert_eq!(row("python")[2], "tree-sitter");
    assert_eq!(row("text")[2], "lexical");
    assert!(row("text")[3].split(' ').any(|alias| alias == "ascii"), "MOSS's name: {:?}", row("text"));
}

#[test]
fn accounts_and_tokens() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let link = line_of(
        dir,
        &["user", "add", "ada", "--data-dir", "d", "--public-url", "https://chaffinch.example/"],
    );
    assert!(link.starts_with("https://chaffinch.example/") && link.lines().count() == 1, "{link}");
    let twice = run(dir, &["user", "add", "ada", "--data-dir", "d"]);
    assert_eq!(twice.status.code(), Some(1));
    assert!(stderr(&twice).contains("taken"), "{}", stderr(&twice));

    let token = line_of(dir, &["token", "create", "ada", "--label", "grading", "--data-dir", "d"]);
    assert!(token.starts_with("chf_token_") && token.lines().count() == 1, "{token}");
    line_of(dir, &["token", "create", "grace", "--read-only", "--days", "7", "--data-dir", "d"]);
    let accounts = String::from_utf8(output_of(dir, &["user", "list", "--data-dir", "d"])).unwrap();
    let names: Vec<_> = accounts.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(names, ["ada", "grace"], "a token's account is made if new");

    let list = || String::from_utf8(output_of(dir, &["token", "list", "--data-dir", "d"])).unwrap();
    let tokens = list();
    assert!(!tokens.contains(&token), "a token is shown once only");
    let grading = tokens.lines().find(|line| line.contains("grading")).unwrap();
    assert!(grading.ends_with("active"), "{grading}");
    let id = grading.split('\t').next().unwrap();
    assert_eq!(run(dir, &["token", "revoke", id, "--data-dir", "d"]).status.code(), Some(0));
    assert_eq!(run(dir, &["token", "revoke", id, "--data-dir", "d"]).status.code(), Some(1));
    assert!(list().lines().find(|line| line.contains("grading")).unwrap().ends_with("revoked"));
    let lines = output_of(dir, &["token", "list", "--format", "json", "--data-dir", "d"]);
    let mut lines = serde_json::Deserializer::from_slice(&lines).into_iter::<Value>().map(Result::unwrap);
    let revoked = lines.find(|line| line["label"] == "grading").unwrap();
    assert_eq!((&revoked["id"], &revoked["state"]), (&json!(id), &json!("revoked")));
    assert_eq!(revoked["last_used"], Value::Null);
    assert_eq!(run(dir, &["token", "revoke", "seven", "--data-dir", "d"]).status.code(), Some(2));

    output_of(dir, &["user", "disable", "ada", "--data-dir", "d"]);
    assert_eq!(run(dir, &["user", "link", "ada", "--data-dir", "d"]).status.code(), Some(1));
    output_of(dir, &["user", "disable", "--undo", "ada", "--data-dir", "d"]);
    output_of(dir, &["user", "link", "ada", "--data-dir", "d"]);
    assert_eq!(run(dir, &["user", "link", "nobody", "--data-dir", "d"]).status.code(), Some(1));
    assert_eq!(fs::metadata(dir.join("d")).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn settings_come_from_flags_then_environment_then_file() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("chaffinch.toml"), "public_url = \"http://file\"\ndata_dir = \"d\"\n").unwrap();
    let link = |environment: &[(&str, &str)], flags: &[&str]| {
        let output = command(BINARY, dir)
            .args(["token", "create", "ada", "--config", "chaffinch.toml"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let output = command(BINARY, dir)
            .envs(environment.iter().copied())
            .args(["user", "link", "ada", "--config", "chaffinch.toml"])
            .args(flags)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(link(&[], &[]).starts_with("http://file/"));
    let environment = [("CHAFFINCH_PUBLIC_URL", "http://environment")];
    assert!(link(&environment, &[]).starts_with("http://environment/"));
    assert!(link(&environment, &["--public-url", "http://flag"]).starts_with("http://flag/"));
    assert!(dir.join("d/chaffinch.sqlite").exists());
}

#[test]
fn wrong_settings_name_their_source() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let refused = |environment: &[(&str, &str)], arguments: &[&str]| {
        let output = command(BINARY, dir).envs(environment.iter().copied()).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        stderr(&output)
    };
    let said = refused(&[("CHAFFINCH_LISTEN", "everywhere")], &["doctor"]);
    assert!(said.contains("CHAFFINCH_LISTEN: invalid socket address"), "{said}");
    fs::write(dir.join("own.toml"), "lisen = \"127.0.0.1:1\"\n").unwrap();
    let said = refused(&[], &["doctor", "--config", "own.toml"]);
    assert!(said.contains("lisen") && said.contains("own.toml"), "{said}");
    fs::write(dir.join("own.toml"), "workers = \"many\"\n").unwrap();
    let said = refused(&[], &["doctor", "--config", "own.toml"]);
    assert!(said.contains("workers in ") && said.contains("own.toml"), "{said}");
    let said = refused(&[("CHAFFINCH_PROXY_HEADER", "x-real-ip")], &["doctor"]);
    assert!(said.contains("proxy_header must be x-forwarded-for or forwarded, not \"x-real-ip\""), "{said}");
    let said = refused(&[], &["user", "list", "--database-url", "mysql://u:secret@h/d"]);
    assert!(said.contains("mysql") && said.contains("postgres://") && !said.contains("secret"), "{said}");
    let said = refused(&[("DATABASE_URL", "mysql://u:secret@h/d")], &["user", "list"]);
    assert!(said.contains("mysql") && !said.contains("secret"), "{said}");
    let said = refused(&[], &["worker", "--data-dir", "d"]);
    assert!(said.contains("--database-url") && said.contains("serve"), "{said}");
    let output = run(dir, &["doctor", "--config", "absent.toml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("absent.toml"));
}

#[test]
fn doctor_says_what_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let fresh = output_of(dir, &["doctor", "--data-dir", "d", "--listen", "127.0.0.1:0"]);
    let fresh = String::from_utf8(fresh).unwrap();
    assert!(!fresh.contains("WRONG"), "{fresh}");
    assert!(!dir.join("d").exists(), "doctor changes nothing");

    output_of(dir, &["token", "create", "ada", "--data-dir", "d"]);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let used = output_of(dir, &["doctor", "--data-dir", "d", "--listen", &address]);
    let used = String::from_utf8(used).unwrap();
    assert!(used.lines().any(|line| line.contains(&address) && line.contains("in use")), "{used}");
    assert!(used.contains("schema version"), "{used}");

    fs::write(dir.join("d/chaffinch.sqlite"), "no database at all").unwrap();
    let _ = fs::remove_file(dir.join("d/chaffinch.sqlite-wal"));
    let broken = run(dir, &["doctor", "--data-dir", "d", "--listen", "127.0.0.1:0"]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&broken.stdout).contains("WRONG database"), "{broken:?}");
}

#[test]
fn a_taken_port_is_a_clear_failure() {
    let dir = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = run(dir.path(), &["serve", "--data-dir", "d", "--listen", &address]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains(&address), "{}", stderr(&output));
    assert!(!dir.path().join("d").exists(), "nothing is made where nothing will run");
}

#[test]
fn the_command_line_is_as_reviewed() {
    let dir = tempfile::tempdir().unwrap();
    let mut help = String::new();
    for command in [
        "",
        "compare",
        "serve",
        "languages",
        "user",
        "user add",
        "user list",
        "user disable",
        "user admin",
        "user password",
        "user bind",
        "user link",
        "token",
        "token create",
        "token list",
        "token revoke",
        "archive",
        "archive add",
        "archive list",
        "archive export",
        "archive remove",
        "doctor",
    ] {
        let arguments: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let text = String::from_utf8(output_of(dir.path(), &arguments)).unwrap();
        help += &["$ chaffinch ", &arguments.join(" "), "\n", &text, "\n"].concat();
    }
    insta::assert_snapshot!(help);
}

#[tokio::test]
async fn a_rule_for_claims_that_names_a_course_is_refused_with_its_id() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let client = service.client();
    let made = client.ask_json(Method::POST, "/courses", &json!({"name": "Algorithms"})).await;
    let made: Value = made.json().await.unwrap();
    let id = made["id"].as_str().unwrap();
    drop(service);
    let serve = |rule: &str| {
        let rules = format!("--oidc-rules={rule}");
        let provider = ["--oidc-issuer", "http://127.0.0.1:9", "--oidc-client-id", "chaffinch"];
        let flags = ["serve", "--data-dir", "data", "--listen", "127.0.0.1:0", &rules];
        run(dir.path(), &[&flags[..], &provider].concat())
    };
    let refused = serve("groups=staff:Algorithms:instructor");
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert!(stderr(&refused).contains(&format!("use its id: {id}")), "{}", stderr(&refused));
    let refused = serve("groups=staff:Compilers:instructor");
    assert!(stderr(&refused).contains("No course has this name"), "{}", stderr(&refused));
}

/// The public address is set once, for `serve`. Links have it, and a flag wins.
#[tokio::test(flavor = "multi_thread")]
async fn links_have_the_address_that_the_service_uses() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let link =
        |more: &[&str]| line_of(dir, &[&["user", "link", "instructor", "--data-dir", "data"], more].concat());
    let service = Service::start(dir);
    assert!(link(&[]).starts_with(&format!("{}/sign-in", service.address)), "{}", link(&[]));
    drop(service);
    let service = Service::start_and(dir, &["--public-url", "https://chaffinch.example/"]);
    assert!(link(&[]).starts_with("https://chaffinch.example/sign-in"), "{}", link(&[]));
    drop(service);
    // It stays in force without the flag.
    let service = Service::start(dir);
    assert!(link(&[]).starts_with("https://chaffinch.example/sign-in"), "{}", link(&[]));
    assert!(link(&["--public-url", "http://flag"]).starts_with("http://flag/sign-in"));
    drop(service);
    let doctor = |more: &[&str]| {
        let output = run(dir, &[&["doctor", "--data-dir", "data"], more].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (_, said) = doctor(&[]);
    assert!(said.contains("ok    public address: https://chaffinch.example"), "{said}");
    let (status, said) = doctor(&["--public-url", "http://other"]);
    assert!(
        status == Some(1) && said.contains("WRONG public address: the setting is http://other"),
        "{said}"
    );
}
