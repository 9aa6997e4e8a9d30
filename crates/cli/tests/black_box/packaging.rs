//! Tests what is handed out with the program: completions, manual pages, units, the configuration file of the package,
//! the compose file with its script, and the workflow files. `scripts/release` builds the packages and tries them.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::binary::{BINARY, command, output_of, run, stderr};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns whether a program is on this machine, that the tests use only if it is.
fn is_installed(program: &str) -> bool {
    let found = Command::new("sh").args(["-c", "command -v \"$0\"", program]).output().unwrap();
    found.status.success()
}

/// Returns the names of the subcommands that `--help` lists.
fn subcommands() -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let help = String::from_utf8(output_of(dir.path(), &["--help"])).unwrap();
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = names.map(str::to_owned).filter(|name| name != "help").collect();
    assert!(names.len() > 10, "{names:?}");
    names
}

#[test]
fn completions_are_valid_and_offer_every_subcommand() {
    let dir = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let script = dir.path().join(shell);
        fs::write(&script, output_of(dir.path(), &["completions", shell])).unwrap();
        let text = fs::read_to_string(&script).unwrap();
        for name in subcommands() {
            assert!(text.contains(&name), "{shell} does not know {name}");
        }
        assert!(!text.contains("analyse'") && !text.contains(" analyse "), "{shell} offers a hidden command");
        if shell == "bash" || is_installed(shell) {
            let output = command(shell, dir.path()).arg("-n").arg(&script).output().unwrap();
            assert!(output.status.success(), "{shell}: {}", stderr(&output));
        }
    }
    let complete = ". ./bash; COMP_WORDS=(chaffinch serve --lis); COMP_CWORD=2; \
        _chaffinch chaffinch --lis serve; echo \"${COMPREPLY[@]}\"";
    let output = command("bash", dir.path()).args(["-c", complete]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "--listen", "{}", stderr(&output));
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let dir = tempfile::tempdir().unwrap();
    output_of(dir.path(), &["man", "man1"]);
    let mut pages: Vec<PathBuf> =
        fs::read_dir(dir.path().join("man1")).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    let names: Vec<_> = pages.iter().map(|page| page.file_name().unwrap().to_str().unwrap()).collect();
    // The page of `corpus` is that of its program.
    for name in subcommands().iter().filter(|name| *name != "corpus") {
        assert!(names.contains(&format!("chaffinch-{name}.1").as_str()), "{name} is not in {names:?}");
    }
    assert!(!names.contains(&"chaffinch-analyse.1"));
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        assert!(text.contains(".TH ") && text.contains(".SH NAME"), "{}", page.display());
        if is_installed("groff") {
            let output =
                command("groff", dir.path()).args(["-man", "-Tutf8", "-ww"]).arg(page).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{}", stderr(&output));
        }
    }
    // One command per line, as in the help.
    let page = fs::read_to_string(dir.path().join("man1/chaffinch-user-add.1")).unwrap();
    assert!(page.contains("\n  chaffinch user add ada\n"), "{page}");
}

/// Lines of `ExecStart` and `Environment` of a unit: settings that the program must know.
#[test]
fn the_units_call_the_program_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let settings = settings();
    for name in ["chaffinch.service", "chaffinch-worker@.service"] {
        let text = read(&format!("packaging/systemd/{name}"));
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).unwrap().to_owned();
        let started = value("ExecStart=chaffinch ");
        let arguments: Vec<&str> = started.split(' ').chain(["--help"]).collect();
        let output = run(dir.path(), &arguments);
        assert!(output.status.success(), "{name}: {}", stderr(&output));
        for assignment in value("Environment=").split(' ') {
            let variable = assignment.split('=').next().unwrap();
            assert!(is_variable(variable, &settings), "{name}: {variable}");
        }
        let page = value("Documentation=man:").replace("(1)", ".1");
        output_of(dir.path(), &["man", "man1"]);
        assert!(dir.path().join("man1").join(&page).exists(), "{name}: {page}");
        if is_installed("systemd-analyze") {
            let unit = dir.path().join(name);
            fs::write(&unit, text.replace("ExecStart=chaffinch", &format!("ExecStart={BINARY}"))).unwrap();
            let output = command("systemd-analyze", dir.path())
                .args(["verify", "--man=no", "--recursive-errors=no"])
                .arg(unit)
                .output()
                .unwrap();
            assert!(output.status.success(), "{name}: {}", stderr(&output));
        }
    }
}

/// Returns the source in which all settings are named.
fn settings() -> String {
    let sources = ["mod", "flags", "sign_in"]
        .map(|name| fs::read_to_string(root().join(format!("crates/cli/src/settings/{name}.rs"))).unwrap());
    sources.concat()
}

/// Returns whether a variable of the environment is a setting.
fn is_variable(variable: &str, settings: &str) -> bool {
    let name = variable.strip_prefix("CHAFFINCH_").unwrap_or_default().to_lowercase();
    variable == "CHAFFINCH_LOG_FORMAT" || settings.contains(&format!("\"{name}\""))
}

#[test]
fn every_setting_in_the_configuration_of_the_package_exists() {
    let dir = tempfile::tempdir().unwrap();
    let text = read("packaging/chaffinch.toml");
    let is_setting = |line: &str| {
        line.strip_prefix('#')
            .is_some_and(|rest| rest.starts_with(|c: char| c == '[' || c.is_ascii_lowercase()))
    };
    let uncommented: Vec<&str> = text
        .lines()
        .map(|line| if is_setting(line) { &line[1..] } else { line })
        // The database is not there.
        .filter(|line| !line.starts_with("database_url"))
        .collect();
    assert!(uncommented.iter().filter(|line| !line.starts_with('#') && !line.is_empty()).count() > 12);
    fs::write(dir.path().join("all.toml"), uncommented.join("\n")).unwrap();
    fs::write(dir.path().join("none.toml"), &text).unwrap();
    for file in ["none.toml", "all.toml"] {
        let output = run(dir.path(), &["token", "create", "ada", "--config", file, "--data-dir", "d"]);
        assert!(output.status.success(), "{file}: {}", stderr(&output));
    }
}

#[test]
fn the_package_accepts_the_licences_that_the_checks_allow() {
    let list = |path: &str, key: &str| -> Vec<String> {
        let text = read(path);
        let lines = text.lines().skip_while(|line| *line != format!("{key} = [")).skip(1);
        let names = lines.take_while(|line| *line != "]").filter(|line| line.starts_with("    \""));
        names.map(|line| line.trim().trim_end_matches(',').to_owned()).collect()
    };
    let allowed = list("deny.toml", "allow");
    assert!(allowed.len() > 5, "{allowed:?}");
    assert_eq!(list("packaging/licences.toml", "accepted"), allowed);
}

/// Returns a YAML file as JSON. Python's parser comes with the tools of `scripts/test`.
fn yaml(path: &str) -> Value {
    let usual = root().join("target/python/bin/python");
    let python = std::env::var_os("CHAFFINCH_TEST_PYTHON").map_or(usual, PathBuf::from);
    let script =
        "import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout, default=str)";
    let output = Command::new(python)
        .args(["-c", script])
        .arg(root().join(path))
        .output()
        .expect("scripts/test installs Python and its parser of YAML");
    assert!(output.status.success(), "{path}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the names of `${NAME}`, `${NAME:-default}` and `${NAME:?message}` in a text.
fn variables(text: &str) -> BTreeSet<String> {
    let starts = text.split("${").skip(1);
    starts.map(|rest| rest.split([':', '}']).next().unwrap().to_owned()).collect()
}

#[test]
fn the_compose_file_builds_one_image_and_names_what_exists() {
    let compose = yaml("docker-compose.yml");
    let services = compose["services"].as_object().unwrap();
    let built: Vec<_> = services.iter().filter(|(_, service)| !service["build"].is_null()).collect();
    assert_eq!(built.len(), 1, "{built:?}");
    for (name, service) in services.iter().filter(|(name, _)| *name != "postgres") {
        assert_eq!(service["image"], "chaffinch", "{name}");
        let is_built = name == built[0].0;
        assert_eq!(service["pull_policy"], if is_built { "build" } else { "never" }, "{name}");
        assert!(is_built || service["depends_on"][built[0].0].is_object(), "{name} starts before its image");
    }
    for volume in services["postgres"]["volumes"].as_array().unwrap() {
        let source = volume.as_str().unwrap().split(':').next().unwrap();
        let exists = compose["volumes"].get(source).is_some() || root().join(source).exists();
        assert!(exists, "{source}");
    }
    let text = read("docker-compose.yml");
    let example: BTreeSet<String> = read(".env.example")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.split_once('=')?.0.to_owned()))
        .collect();
    assert_eq!(variables(&text), example, "docker-compose.yml and .env.example");
}

#[test]
fn the_workflows_run_scripts_of_the_project_and_nothing_else() {
    let mut ran = BTreeSet::new();
    for entry in fs::read_dir(root().join(".github/workflows")).unwrap() {
        let path = entry.unwrap().path();
        let workflow = yaml(path.strip_prefix(root()).unwrap().to_str().unwrap());
        for job in workflow["jobs"].as_object().unwrap().values() {
            for step in job["steps"].as_array().unwrap() {
                let Some(script) = step["run"].as_str() else {
                    let action = step["uses"].as_str().unwrap();
                    assert!(action.starts_with("actions/"), "{action}");
                    continue;
                };
                let mode = fs::metadata(root().join(script)).expect(script).permissions().mode();
                assert!(mode & 0o111 != 0, "{script} cannot be run");
                ran.insert(script.to_owned());
            }
        }
    }
    assert_eq!(ran, BTreeSet::from([".ci/run", "scripts/release"].map(str::to_owned)));
}

#[test]
fn the_passwords_of_compose_are_random_private_and_encoded_in_urls() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("scripts")).unwrap();
    let script = dir.path().join("scripts/compose-env");
    assert!(
        Command::new("cp").arg(root().join("scripts/compose-env")).arg(&script).status().unwrap().success()
    );
    let env = dir.path().join(".env");
    let write = |given: &[(&str, &str)]| {
        let output = command("sh", dir.path()).arg(&script).envs(given.iter().copied()).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let text = fs::read_to_string(&env).unwrap();
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix("='"));
            line.unwrap_or_else(|| panic!("{name}: {text}")).strip_suffix('\'').unwrap().to_owned()
        };
        let names = variables(&read("docker-compose.yml"));
        assert_eq!(text.lines().count(), names.len(), "{text}");
        names
            .into_iter()
            .map(|name| (name.clone(), value(&name)))
            .collect::<std::collections::BTreeMap<_, _>>()
    };

    let random = write(&[]);
    assert_eq!(fs::metadata(&env).unwrap().permissions().mode() & 0o777, 0o600);
    let passwords = ["POSTGRES_PASSWORD", "CHAFFINCH_MIGRATE_PASSWORD", "CHAFFINCH_PASSWORD"];
    let different: BTreeSet<&String> = passwords.iter().map(|name| &random[*name]).collect();
    assert!(different.len() == 3 && different.iter().all(|password| password.len() == 32), "{random:?}");
    let url = format!("postgres://chaffinch:{}@postgres/chaffinch", random["CHAFFINCH_PASSWORD"]);
    assert_eq!(random["CHAFFINCH_DATABASE_URL"], url);

    let before = fs::read(&env).unwrap();
    let output = command("sh", dir.path()).arg(&script).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("exists"), "{}", stderr(&output));
    assert_eq!(fs::read(&env).unwrap(), before, "an existing file was changed");

    fs::remove_file(&env).unwrap();
    let given =
        write(&[("CHAFFINCH_PASSWORD", "p/w@ü$1"), ("CHAFFINCH_PUBLIC_URL", "https://c.example.edu")]);
    assert_eq!(given["CHAFFINCH_PASSWORD"], "p/w@ü$1");
    assert_eq!(given["CHAFFINCH_PUBLIC_URL"], "https://c.example.edu");
    assert_eq!(
        given["CHAFFINCH_DATABASE_URL"],
        "postgres://chaffinch:%70%2F%77%40%C3%BC%24%31@postgres/chaffinch"
    );

    fs::remove_file(&env).unwrap();
    let output = command("sh", dir.path()).arg(&script).env("POSTGRES_PASSWORD", "it's").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "a quotation mark would end the value");
    assert!(!env.exists());
}
