//! Tests `chaffinch person`: a person is found everywhere, the data is exported and erased, and nothing is left in a
//! page, in the database, or after a backup was restored.

use std::io::{Cursor, Read as _};
use std::path::PathBuf;
use std::process::Command;

use chaffinch_storage_tests::server::TestDatabase;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, Row as _};

use crate::binary::{BINARY, command, output_of, run, stderr};
use crate::client::{Client, form};
use crate::samples;
use crate::service::{Service, Worker};

const NAME: &str = "Quillon Zebravander";

/// Names and texts of this person alone, in any letter case.
const MARKS: [&str; 3] = ["zebravander", "xylographquokka77", "quillon"];

/// Code that the person and bob share.
const SHARED: &str = "#include <stdio.h>\n\
    int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }\n\
    int sum(int *v, int n) { int s = 0; for (int i = 0; i < n; i++) { if (v[i] > 3) s += v[i] * 2; else s -= v[i]; } return s; }\n\
    int best(int *v, int n) { int m = v[0]; for (int i = 1; i < n; i++) { if (v[i] > m) { m = v[i]; } } return m; }\n\
    int main(void) { int v[5] = {1, 2, 3, 4, 5}; printf(\"%d %d\", gcd(12, 18), sum(v, 5) + best(v, 5)); return 0; }\n";

const OTHER: &str = "#include <stdlib.h>\n\
    struct node { struct node *next; int v; };\n\
    struct node *push(struct node *l, int v) { struct node *n = malloc(sizeof *n); n->next = l; n->v = v; return n; }\n\
    int length(struct node *l) { int n = 0; do { n++; l = l->next; } while (l); return n ^ 3; }\n\
    void release(struct node *l) { while (l) { struct node *x = l->next; free(l); l = x; } }\n";

fn hers() -> String {
    format!(
        "/* {NAME} <zebravander@uni.example> */\nstatic const char *key = \"xylographquokka77\";\n{SHARED}"
    )
}

/// What the person published, which is a reference answer.
fn reference() -> String {
    let code = OTHER.replace("node", "cell").replace("push", "xylographquokka77");
    format!("/* by {NAME} */\n{code}int depth(struct cell *l) {{ return l ? 1 + depth(l->next) : 0; }}\n")
}

fn class(names: &[&str]) -> Vec<u8> {
    let text = |name: &str| match name {
        NAME => hers(),
        "bob" => SHARED.replace("gcd", "divisor").replace("sum", "total"),
        "cid" => SHARED.replace("best", "largest"),
        _ => OTHER.to_owned(),
    };
    let files: Vec<(String, String)> =
        names.iter().map(|name| (format!("class/{name}/main.c"), text(name))).collect();
    samples::zip(files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())))
}

/// An installation on one of the databases.
struct Place {
    dir: PathBuf,
    flags: Vec<String>,
}

impl Place {
    fn flags(&self) -> Vec<&str> {
        self.flags.iter().map(String::as_str).collect()
    }

    fn person<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [&["person"], arguments, &self.flags()].concat()
    }

    fn said(&self, arguments: &[&str]) -> String {
        String::from_utf8(output_of(&self.dir, &self.person(arguments))).unwrap()
    }

    fn start(&self) -> Service {
        match self.flags.iter().position(|flag| flag == "--database-url") {
            None => Service::start(&self.dir),
            Some(at) => Service::start_on(&self.dir, &self.flags[at + 1], "1"),
        }
    }
}

/// The data about the person: a batch, an archive of each kind, a class compared with them, a rescored report, a case.
struct Left {
    first: String,
    second: String,
    case: String,
}

async fn leave(client: &Client) -> Left {
    let reference = Part::bytes(reference().into_bytes()).file_name("zebravander_quillon.c");
    let first = form(class(&[NAME, "bob", "cid", "dan"]), None)
        .text("reference_kind", "public-code")
        .text("reference_source", format!("repository of {NAME}"))
        .part("reference", reference)
        .text("title", format!("{NAME} and others"))
        .text("teams", format!("{NAME},dan\n"));
    let first = client.upload(first).await;
    assert_eq!(client.finished(&first).await["status"], "done");
    client.archive("kept", &first).await;
    let reduced = client.archive("reduced", &first).await;
    client.post(&format!("/archives/{reduced}/reduce")).await;
    client.get(&format!("/archives/{reduced}/events")).await.bytes().await.unwrap();
    let review = json!({ "staff": [NAME], "teams": [] });
    client.send_json(&format!("/batches/{first}/rescore"), &review).await;
    assert_eq!(client.finished(&first).await["status"], "done");
    let second = client.upload(form(class(&["bob", "eve"]), None)).await;
    assert_eq!(client.finished(&second).await["status"], "done");
    let case = json!({ "batch": first, "submissions": [1, 2], "title": format!("{NAME} / bob"),
        "text": "Zebravander, Quillon wrote from zebravander@uni.example" });
    let case = client.send_json("/cases", &case).await["id"].as_str().unwrap().to_owned();
    Left { first, second, case }
}

/// Returns every page and file that might still name the person.
async fn pages(client: &Client, left: &Left) -> Vec<(String, Vec<u8>)> {
    let mut pages = Vec::new();
    for batch in [&left.first, &left.second] {
        let mut paths: Vec<String> =
            ["", "/submissions", "/skipped", "/clusters", "/review"].map(str::to_owned).to_vec();
        let report = client.json(&format!("/batches/{batch}/report")).await;
        paths.extend(
            list(&report, "pairs").iter().map(|pair| format!("/pairs/{}", pair["id"].as_str().unwrap())),
        );
        paths.extend(list(&report, "submissions").iter().map(|one| format!("/submissions/{}", one["id"])));
        for path in paths {
            let path = format!("/batches/{batch}{path}");
            pages.push((path.clone(), client.page(&path).await));
        }
        for path in ["", "/report", "/report.csv", "/report.zip", "/pairs"] {
            let path = format!("/batches/{batch}{path}");
            let bytes = client.bytes(&path).await;
            let bytes = if bytes.starts_with(b"PK") { unzipped(bytes) } else { bytes };
            pages.push((path, bytes));
        }
    }
    let first = format!("/batches/{}/report?revision=1", left.first);
    pages.push((first.clone(), client.bytes(&first).await));
    for path in ["/archives", "/cases"] {
        pages.push((path.to_owned(), client.page(path).await));
    }
    let case = format!("/cases/{}", left.case);
    pages.push((case.clone(), client.page(&case).await));
    pages
}

fn list<'a>(report: &'a Value, member: &str) -> &'a [Value] {
    report[member].as_array().unwrap()
}

/// Returns all files of a zip with their paths, one after the other.
fn unzipped(bytes: Vec<u8>) -> Vec<u8> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut all = Vec::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).unwrap();
        all.extend(file.name().unwrap().bytes());
        file.read_to_end(&mut all).unwrap();
    }
    all
}

fn marks_in(bytes: &[u8]) -> Vec<&'static str> {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    MARKS.into_iter().filter(|mark| text.contains(mark)).collect()
}

/// Returns every cell of every table as it is stored, and also unpacked if it is packed.
async fn cells(place: &Place) -> Vec<u8> {
    let tables =
        "select distinct table_name::text from information_schema.columns where table_schema = 'public'";
    let mut rows: Vec<Vec<u8>> = Vec::new();
    if let Some(at) = place.flags.iter().position(|flag| flag == "--database-url") {
        let mut raw = sqlx::PgConnection::connect(&place.flags[at + 1]).await.unwrap();
        let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut raw).await.unwrap();
        for table in tables {
            let columns = format!(
                "select column_name::text, data_type::text from information_schema.columns where table_name = '{table}'"
            );
            let columns: Vec<(String, String)> =
                sqlx::query_as(AssertSqlSafe(columns)).fetch_all(&mut raw).await.unwrap();
            for (column, kind) in columns {
                let cell = if kind == "bytea" {
                    format!("\"{column}\"")
                } else {
                    format!("convert_to(\"{column}\"::text, 'UTF8')")
                };
                let select = format!("select {cell} from \"{table}\" where \"{column}\" is not null");
                let found = sqlx::query(AssertSqlSafe(select)).fetch_all(&mut raw).await.unwrap();
                rows.extend(found.iter().map(|row| row.get::<Vec<u8>, _>(0)));
            }
        }
    } else {
        let path = place.dir.join("data/chaffinch.sqlite");
        let mut raw = sqlx::SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap();
        let columns: Vec<(String, String)> = sqlx::query_as(
            "select tables.name, columns.name from sqlite_schema tables, pragma_table_info(tables.name) columns
             where tables.type = 'table'",
        )
        .fetch_all(&mut raw)
        .await
        .unwrap();
        for (table, column) in columns {
            let select =
                format!("select cast(\"{column}\" as blob) from \"{table}\" where \"{column}\" is not null");
            let found = sqlx::query(AssertSqlSafe(select)).fetch_all(&mut raw).await.unwrap();
            rows.extend(found.iter().map(|row| row.get::<Vec<u8>, _>(0)));
        }
        raw.close().await.unwrap();
    }
    rows.into_iter()
        .flat_map(|cell| {
            zstd::stream::decode_all(cell.as_slice()).unwrap_or_default().into_iter().chain(cell)
        })
        .collect()
}

/// Checks that no page and no table contains data of the person.
async fn is_gone(place: &Place, client: &Client, left: &Left) {
    for (path, page) in pages(client, left).await {
        assert_eq!(marks_in(&page), [""; 0], "{path}");
    }
    assert_eq!(marks_in(&cells(place).await), [""; 0], "in a cell of the database");
    assert_eq!(place.said(&["find", NAME]), "");
}

/// Returns the numbers of a report: everything except the names and paths of removed persons.
fn numbers(report: &Value) -> Vec<Value> {
    let without = |pair: &Value| {
        let mut pair = pair.clone();
        for member in ["left", "right", "matches", "renames", "through", "references"] {
            pair.as_object_mut().unwrap().remove(member);
        }
        pair
    };
    list(report, "pairs").iter().map(without).collect()
}

/// A person is found, exported and erased while the service runs.
async fn erase(place: &Place, client: &Client, left: &Left) {
    let before = client.json(&format!("/batches/{}/report?revision=1", left.first)).await;
    assert_eq!(marks_in(&cells(place).await), MARKS, "there is something to find");

    let found = place.said(&["find", "zebravander_quillon"]);
    let kinds: Vec<&str> = found.lines().map(|line| line.split('\t').next().unwrap()).collect();
    for (kind, times) in
        [("batch", 2), ("archive", 2), ("report", 3), ("case_person.person", 1), ("batch.title", 1)]
    {
        assert_eq!(kinds.iter().filter(|one| **one == kind).count(), times, "{kind}: {found}");
    }
    let similar = place.said(&["find", "Zebravander"]);
    assert!(similar.lines().any(|line| line.starts_with("similar: batch\t")), "{similar}");

    let zip = place.dir.join("hers.zip");
    let export = ["export", NAME, "--output", zip.to_str().unwrap()];
    assert_eq!(place.said(&export), "");
    let again = run(&place.dir, &place.person(&export));
    assert_eq!(again.status.code(), Some(1), "{}", stderr(&again));
    let bytes = std::fs::read(&zip).unwrap();
    let mut exported = zip::ZipArchive::new(Cursor::new(bytes.clone())).unwrap();
    let mut person = String::new();
    exported.by_name("person.json").unwrap().read_to_string(&mut person).unwrap();
    let person: Value = serde_json::from_str(&person).unwrap();
    assert_eq!(list(&person, "submissions").len(), 4, "{person}");
    assert_eq!(person["cases"][0]["persons"], json!([NAME, "another person"]), "{person}");
    let all = String::from_utf8_lossy(&unzipped(bytes)).into_owned();
    assert!(all.contains(&hers()) && all.contains("Person "));
    assert!(
        !all.contains("\"bob\"") && !all.contains("divisor"),
        "others are under pseudonyms, without their code"
    );

    let plan = run(&place.dir, &place.person(&["erase", NAME]));
    assert_eq!(plan.status.code(), Some(2), "{}", stderr(&plan));
    assert!(stderr(&plan).contains("4 submissions") && stderr(&plan).contains("--yes"), "{}", stderr(&plan));
    assert!(place.said(&["find", NAME]).lines().count() > 3, "nothing has changed");

    let erase = ["erase", NAME, "--also", "zebravander@uni.example", "--yes"];
    assert!(place.said(&erase).starts_with("removed-1\t4 submissions\t4 files\t"));
    is_gone(place, client, left).await;
    assert!(place.said(&["erasures"]).trim_end().ends_with("done"));

    // Others read their reports as before.
    let after = client.json(&format!("/batches/{}/report?revision=1", left.first)).await;
    assert_eq!(numbers(&after), numbers(&before));
    let hers =
        list(&before, "pairs").iter().find(|pair| pair["left"] == NAME && pair["right"] == "bob").unwrap();
    let id = hers["id"].as_str().unwrap();
    let page = String::from_utf8(client.page(&format!("/batches/{}/pairs/{id}", left.first)).await).unwrap();
    assert!(
        page.contains("removed-1") && page.contains("erased on request") && page.contains("divisor"),
        "{page}"
    );
    let case = String::from_utf8(client.page(&format!("/cases/{}", left.case)).await).unwrap();
    assert!(case.contains("removed-1"), "{case}");
}

/// Reports are made again and late work is added as if the person had never existed.
async fn goes_on(client: &Client, left: &Left) {
    client.send_json(&format!("/batches/{}/rescore", left.first), &json!({ "common_limit": 9 })).await;
    let batch = client.finished(&left.first).await;
    assert_eq!((&batch["status"], &batch["revisions"]), (&json!("done"), &json!(3)), "{batch}");
    let late = Form::new().part("submissions", Part::bytes(OTHER.as_bytes()).file_name("fay.c"));
    client.late(&left.first, late).await;
    let batch = client.finished(&left.first).await;
    assert_eq!((&batch["status"], &batch["revisions"]), (&json!("done"), &json!(4)), "{batch}");
    let report = client.json(&format!("/batches/{}/report", left.first)).await;
    let own = list(&report, "submissions").iter().filter(|one| one["archive"].is_null());
    let names: Vec<&str> = own.map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["removed-1", "bob", "cid", "dan", "fay"]);
    assert_eq!(report["submissions"][0]["removed"], json!(true));
    let copied = list(&report, "pairs").iter().find(|pair| pair["left"] == "bob" && pair["right"] == "cid");
    assert!(copied.unwrap()["left_share"].as_f64().unwrap() > 0.9, "others are compared");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_erased_from_a_file_and_from_its_backup() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place { dir: dir.path().to_owned(), flags: vec!["--data-dir".into(), "data".into()] };
    let mut service = place.start();
    let client = service.client();
    let left = leave(&client).await;
    let (file, backup) = (place.dir.join("data/chaffinch.sqlite"), place.dir.join("backup.sqlite"));
    let mut raw = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    let copy = format!("vacuum into '{}'", backup.display());
    sqlx::query(AssertSqlSafe(copy)).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();

    erase(&place, &client, &left).await;
    assert_eq!(marks_in(&service.stored_bytes()), [""; 0], "in a file of the database");
    goes_on(&client, &left).await;

    assert!(service.terminate().success());
    std::fs::copy(&backup, &file).unwrap();
    for of_the_old in ["data/chaffinch.sqlite-wal", "data/chaffinch.sqlite-shm"] {
        let _ = std::fs::remove_file(place.dir.join(of_the_old));
    }
    assert_eq!(marks_in(&cells(&place).await), MARKS, "the back-up has her");
    // The data directory lists who was erased.
    let service = place.start();
    is_gone(&place, &client.at(&service.address), &left).await;
    assert_eq!(marks_in(&service.stored_bytes()), [""; 0]);
}

/// Returns the URL of the database in the form for the programs of PostgreSQL.
fn address(database: &TestDatabase) -> String {
    let url = database.url();
    let (place, parameters) = url.split_once('?').unwrap_or((&url, ""));
    let known: Vec<&str> = parameters.split('&').filter(|one| one.starts_with("host=")).collect();
    format!("{place}?{}", known.join("&"))
}

fn client_program(name: &str, arguments: &[&str]) {
    let output = Command::new(name).args(arguments).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_erased_from_a_server_and_from_its_dump() {
    let (database, restored) = (TestDatabase::empty().await, TestDatabase::empty().await);
    let dir = tempfile::tempdir().unwrap();
    let place = |database: &TestDatabase, data: &str| Place {
        dir: dir.path().to_owned(),
        flags: ["--data-dir", data, "--database-url", &database.url()].map(str::to_owned).to_vec(),
    };
    let (first, second) = (place(&database, "data"), place(&restored, "other"));
    let service = first.start();
    let client = service.client();
    let left = leave(&client).await;
    let dump = dir.path().join("chaffinch.dump");
    let dump = dump.to_str().unwrap();
    client_program("pg_dump", &["--format=custom", "--file", dump, &address(&database)]);

    erase(&first, &client, &left).await;
    let plain = dir.path().join("plain.sql");
    client_program("pg_dump", &["--file", plain.to_str().unwrap(), &address(&database)]);
    assert_eq!(marks_in(&std::fs::read(plain).unwrap()), [""; 0]);
    goes_on(&client, &left).await;
    assert_eq!(first.said(&["erasures", "--export", "erasures.json"]), "");
    let records = std::fs::read(dir.path().join("erasures.json")).unwrap();
    assert_eq!(marks_in(&records), [""; 0]);
    drop(service);

    client_program("pg_restore", &["--exit-on-error", "--no-owner", "--dbname", &address(&restored), dump]);
    assert_eq!(marks_in(&cells(&second).await), MARKS, "the dump has her");
    assert_eq!(second.said(&["reapply", "erasures.json"]), "");
    assert_eq!(marks_in(&cells(&second).await), [""; 0], "without a service");
    let again = run(&second.dir, &second.person(&["reapply", "erasures.json"]));
    assert!(stderr(&again).contains("erased 0 again"), "{}", stderr(&again));
    let service = second.start();
    is_gone(&second, &client.at(&service.address), &left).await;
}

/// A process that is killed leaves an erasure that another process continues.
#[tokio::test(flavor = "multi_thread")]
async fn an_erasure_that_is_killed_is_continued() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place { dir: dir.path().to_owned(), flags: vec!["--data-dir".into(), "data".into()] };
    let service = place.start();
    let client = service.client();
    let left = leave(&client).await;
    // Kills the process when the first half is done, or after its end if it is faster.
    let mut erasing = command(BINARY, &place.dir)
        .args(place.person(&["erase", NAME, "--also", "zebravander@uni.example", "--yes"]))
        .spawn()
        .unwrap();
    while erasing.try_wait().unwrap().is_none() && place.said(&["erasures"]).is_empty() {}
    erasing.kill().unwrap();
    erasing.wait().unwrap();
    while !place.said(&["erasures"]).trim_end().ends_with("done") {}
    is_gone(&place, &client, &left).await;
}

/// An upload that waits while a person is erased is read without the person.
#[tokio::test(flavor = "multi_thread")]
async fn queued_jobs_do_not_restore_an_erased_person() {
    let database = TestDatabase::empty().await;
    let dir = tempfile::tempdir().unwrap();
    let flags = ["--data-dir", "data", "--database-url", &database.url()].map(str::to_owned).to_vec();
    let place = Place { dir: dir.path().to_owned(), flags };
    // There is no worker.
    let service = Service::start_on(&place.dir, &database.url(), "0");
    let client = service.client();
    let names = form(class(&[NAME, "bob", "cid", "dan"]), None).text("title", format!("{NAME} and others"));
    let waiting = client.upload(names).await;
    assert!(place.said(&["find", NAME]).starts_with("batch.title\t"), "nobody has looked into the upload");
    place.said(&["erase", NAME, "--yes"]);
    let worker = Worker::start(&place.dir, &database.url());
    assert_eq!(client.finished(&waiting).await["status"], "done");
    let report = client.json(&format!("/batches/{waiting}/report")).await;
    let names: Vec<&str> =
        list(&report, "submissions").iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(
        (names, &report["submissions"][0]["removed"]),
        (vec!["removed-1", "bob", "cid", "dan"], &json!(true))
    );
    assert_eq!(marks_in(&cells(&place).await), [""; 0]);
    // A later submission of the same person counts as a new person.
    let again = client.upload(form(class(&[NAME, "bob"]), None)).await;
    assert_eq!(client.finished(&again).await["status"], "done");
    assert!(place.said(&["find", NAME]).starts_with("batch\t"));
    drop(worker);
}

#[test]
fn an_ambiguous_name_of_a_person_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place { dir: dir.path().to_owned(), flags: vec!["--data-dir".into(), "data".into()] };
    for (arguments, code) in [
        (&["erase", "nobody at all", "--yes"][..], 1),
        (&["export", "nobody at all", "--output", "x.zip"], 1),
        (&["find", "nobody at all"], 0),
        (&["find", " "], 2),
        (&["find", "ada", "--course", "none such"], 1),
        (&["reapply", "no-such-file.json"], 1),
    ] {
        let output = run(&place.dir, &place.person(arguments));
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
    }
    std::fs::write(place.dir.join("other.json"), "{}").unwrap();
    let wrong = run(&place.dir, &place.person(&["reapply", "other.json"]));
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));
    assert!(!place.dir.join("x.zip").exists());
}
