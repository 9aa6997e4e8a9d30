//! Hiding names, on pages with the switch and in exports. Also covers evidence files of pairs and cases.

use axum::http::StatusCode;
use chaffinch_report::{PairId, PseudonymKey, Report, SubmissionId};

use crate::test_app::{TestApp, Upload, person, report};

#[tokio::test]
async fn a_button_hides_names_on_every_page_and_shows_them_again() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let (path, key) = (format!("/batches/{batch}"), app.key(batch).await);
    let (pair, submission) = (format!("/pairs/{}", pair(&key)), format!("/submissions/{}", code(&key, 1)));
    let pages =
        ["", &pair, "/submissions", &submission, "/clusters", "/skipped"].map(|page| format!("{path}{page}"));
    assert_eq!(ada.get(&path).await.select("form.names button"), ["Hide names"]);

    let browser = ada.with("referer", format!("http://localhost{path}/clusters?x=1"));
    let answer = browser.post("/names", "names=hidden").await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(answer.header("location"), format!("{path}/clusters?x=1"));
    let cookie = answer.header("set-cookie").to_owned();
    assert!(
        cookie.starts_with("chaffinch_names=hidden; Path=/; HttpOnly; SameSite=Lax; Max-Age="),
        "{cookie}"
    );

    let hidden = ada.with("cookie", "chaffinch_names=hidden");
    for page in &pages {
        let answer = hidden.get(page).await;
        assert_eq!(answer.status, StatusCode::OK, "{page}");
        assert_eq!(answer.select("form.names button"), ["Show names"], "{page}");
        let text = answer.text();
        for name in ["s01", "s02", "s03"] {
            assert!(!text.contains(name), "{page} says {name}");
        }
    }
    assert!(hidden.get(&pages[1]).await.select("h1").concat().contains(&person(&key, 2)));

    let answer = hidden.post("/names", "names=shown").await;
    assert!(
        answer
            .header("set-cookie")
            .starts_with("chaffinch_names=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0")
    );
}

fn code(key: &PseudonymKey, number: u32) -> String {
    SubmissionId(key.code(number)).to_string()
}

/// Returns the id of the first pair without names.
fn pair(key: &PseudonymKey) -> String {
    PairId::new(key.code(1), key.code(2)).to_string()
}

/// Attack: a reader with a class list asks for the number of a student.
#[tokio::test]
async fn where_names_are_hidden_addresses_have_codes_and_numbers_lead_nowhere() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let key = app.key(batch).await;
    let (path, api) = (format!("/batches/{batch}"), format!("/api/v1/batches/{batch}"));
    let hidden = ada.with("cookie", "chaffinch_names=hidden");
    let reversed = pair(&key).split('-').rev().collect::<Vec<_>>().join("-");
    for nothing in [
        format!("{path}/pairs/1-2"),
        format!("{path}/pairs/2-3"),
        format!("{path}/pairs/{reversed}"),
        format!("{path}/submissions/1"),
        format!("{path}/pairs/1-2/evidence.html"),
        format!("{api}/pairs/1-2"),
    ] {
        assert_eq!(hidden.get(&nothing).await.status, StatusCode::NOT_FOUND, "{nothing}");
    }
    assert_eq!(ada.get(&format!("{api}/pairs/1-2?names=hidden")).await.code(), "not-found");
    assert!(hidden.get(&format!("{path}/evidence.html?submissions=1,2")).await.status.is_client_error());
    // Every page that links lead to is there, and no link has a number.
    for page in ["", "/submissions", "/clusters"] {
        let answer = hidden.get(&format!("{path}{page}")).await;
        for link in answer.attributes("main a[href]", "href") {
            let Some((_, id)) = link
                .rsplit_once('/')
                .filter(|(before, _)| before.ends_with("pairs") || before.ends_with("submissions"))
            else {
                continue;
            };
            assert!(id.starts_with(|first: char| first.is_uppercase()), "{page} links to {link}");
            assert_eq!(hidden.get(&link).await.status, StatusCode::OK, "{link}");
        }
    }
    let eve = app.account("eve").await;
    // Who sees names may be told a code, and the switch leads to the same pair.
    let code = format!("{path}/pairs/{}", pair(&key));
    assert_eq!(ada.get(&code).await.select("h1 bdi"), ["s01", "s02"]);
    for (page, names, other) in [
        (format!("{path}/pairs/1-2"), "hidden", code.clone()),
        (code, "shown", format!("{path}/pairs/1-2")),
        (format!("{path}/submissions/3"), "hidden", format!("{path}/submissions/{}", self::code(&key, 3))),
    ] {
        let referer = format!("http://localhost{page}?part=1");
        let switched = ada.with("referer", &referer).post("/names", &format!("names={names}")).await;
        assert_eq!(switched.header("location"), other);
        // Nobody else is told which number has which code.
        for other in [&eve, &app.anybody()] {
            let switched = other.with("referer", &referer).post("/names", &format!("names={names}")).await;
            assert_eq!(switched.header("location"), format!("{page}?part=1"));
        }
    }
}

#[tokio::test]
async fn the_switch_leads_to_no_other_host() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    for page in ["http://localhost//evil.example/", "//evil.example", "javascript:alert(1)", "", "\\\\evil"] {
        let answer = ada.with("referer", page).post("/names", "names=hidden").await;
        assert_eq!(answer.header("location"), "/", "{page}");
    }
    assert_eq!(ada.post("/names", "names=maybe").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn exports_come_without_names() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let (path, key) = (format!("/api/v1/batches/{batch}"), app.key(batch).await);
    let json = ada.get(&format!("{path}/report?names=hidden")).await;
    let hidden: Report = serde_json::from_slice(&json.body).unwrap();
    assert_eq!(hidden.submission(key.code(1)).unwrap().name, person(&key, 1));
    assert_eq!(hidden.pairs.len(), report().pairs.len());
    let browser = ada.with("cookie", "chaffinch_names=hidden");
    assert_eq!(browser.get(&format!("{path}/report")).await.body, json.body);
    let shown = ada.get(&format!("{path}/report")).await.body;
    assert_eq!(browser.get(&format!("{path}/report?names=shown")).await.body, shown);
    let csv = ada.get(&format!("{path}/report.csv?names=hidden")).await.text();
    let first = &hidden.pairs[0];
    assert!(csv.contains(&format!("{},{}", first.left, first.right)) && !csv.contains("s01"));
    let folder = ada.get(&format!("{path}/report.zip?names=hidden")).await;
    let mut folder = zip::ZipArchive::new(std::io::Cursor::new(folder.body.to_vec())).unwrap();
    for at in 0..folder.len() {
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut folder.by_index(at).unwrap(), &mut text).unwrap();
        assert!(!String::from_utf8_lossy(&text).contains("s01"));
    }
}

#[tokio::test]
async fn evidence_files_are_about_a_pair_or_several_submissions() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let path = format!("/batches/{}", ada.finished_batch().await);
    for (evidence, title) in [
        ("pairs/1-2/evidence.html", vec!["s01 and s02"]),
        ("pairs/1-2/evidence.html?names=hidden", vec!["Person ", " and Person "]),
        ("pairs/1-2/evidence.html?for=left", vec!["s01", "Person ", " and "]),
        ("pairs/1-2/evidence.html?for=right", vec!["Person ", "s02", " and "]),
        ("pairs/1-2/evidence.html?for=right&names=hidden", vec!["Person ", " and Person "]),
        ("evidence.html?submissions=3,1,2", vec!["Comparison of 3 submissions"]),
    ] {
        let file = ada.get(&format!("{path}/{evidence}")).await;
        assert_eq!(file.status, StatusCode::OK, "{evidence}");
        let found = file.select("h1").concat();
        assert!(title.iter().all(|part| found.contains(part)), "{evidence}: {found}");
        assert!(file.header("content-disposition").starts_with("attachment;"));
        assert_eq!(file.select(".facts time"), ["2026-03-02 08:00 UTC", "2026-03-02 08:00 UTC"]);
        assert_eq!(file.select(".facts > div:last-child bdi"), ["ada"]);
        assert!(file.select(".match .code mark").concat().contains("main"), "{evidence}");
    }
    let saved_as = async |evidence: &str| {
        let file = ada.get(&format!("{path}/{evidence}")).await;
        let name = file.header("content-disposition").to_owned();
        let people = file.select("h1")[0].to_lowercase().replace(" and ", "_").replace(' ', "-");
        (name.trim_start_matches("attachment; filename=").trim_matches('"').to_owned(), people)
    };
    let (shown, _) = saved_as("pairs/1-2/evidence.html").await;
    assert_eq!(shown, "class_s01-s02.html");
    let (all, _) = saved_as("evidence.html?submissions=3,1,2").await;
    assert_eq!(all, "class_s01-s02-s03.html");
    // With names hidden, it has the pseudonyms that the file has.
    let (hidden, people) = saved_as("pairs/1-2/evidence.html?for=left&names=hidden").await;
    assert_eq!(hidden, format!("class_{people}_for-left_without-names.html"));
    let (right, people) = saved_as("pairs/1-2/evidence.html?for=right").await;
    assert_eq!(right, format!("class_{people}_for-right.html"));
    for nothing in ["pairs/2-3/evidence.html", "pairs/7-8/evidence.html", "evidence.html?submissions=2,3"] {
        assert_eq!(ada.get(&format!("{path}/{nothing}")).await.status, StatusCode::NOT_FOUND, "{nothing}");
    }
    let many = (1..=21).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
    for wrong in ["1", "", "1,x", "1,1", many.as_str()] {
        let answer = ada.get(&format!("{path}/evidence.html?submissions={wrong}")).await;
        assert!(answer.status.is_client_error(), "{wrong}");
    }
    let stranger = app.account("eve").await;
    assert_eq!(stranger.get(&format!("{path}/pairs/1-2/evidence.html")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn each_evidence_file_has_codes_of_its_own() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let (path, key) = (format!("/batches/{batch}"), app.key(batch).await);
    let title = async |file: &str| {
        let file = ada.get(&format!("{path}/{file}")).await;
        file.select("h1").concat()
    };
    let (left, right) =
        (title("pairs/1-2/evidence.html?for=left").await, title("pairs/1-2/evidence.html?for=right").await);
    let all = title("pairs/1-2/evidence.html?names=hidden").await;
    // Two keys may give the same code for one person, but not all of them for everybody.
    let of_report = [person(&key, 1), person(&key, 2)];
    let same = [left.contains(&of_report[1]), right.contains(&of_report[0])];
    assert!(!(same == [true; 2] && of_report.iter().all(|name| all.contains(name))));
    assert_eq!(all, title("pairs/1-2/evidence.html?names=hidden").await, "repeated requests agree");
}

#[tokio::test]
async fn the_evidence_file_of_a_case_has_what_people_recorded() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let opened = ada.post(&format!("/batches/{batch}/cases"), "submissions=1,2&title=s01+and+s02").await;
    let case = opened.header("location").to_owned();
    let statement =
        Upload::default().field("person", "1").field("given", "2026-03-01").field("text", "s02 knows.");
    ada.upload_to(&format!("{case}/statements"), &statement).await;
    let path = format!("{case}/evidence.html");
    let file = ada.get(&path).await;
    assert_eq!((file.status, file.select("h1")), (StatusCode::OK, vec!["s01 and s02".to_owned()]));
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"class_s01-s02_case.html\"");
    assert_eq!(file.select("[aria-labelledby=statements] .typed"), ["s02 knows."]);
    assert_eq!(file.select("[aria-labelledby=decision] p"), ["The case is not decided."]);
    assert!(!file.select(".found > li").is_empty() && !file.select(".against > li").is_empty());
    ada.post(&format!("{case}/events"), "what=status&status=confirmed&text=Both+were+heard.").await;
    let decided = ada.get(&path).await;
    assert_eq!(decided.select("[aria-labelledby=decision] .typed"), ["Both were heard."]);
    assert_eq!(decided.select(".history tbody tr").len(), 3);

    // With names hidden, they are nowhere in it, and other files have other codes.
    let hidden = ada.with("cookie", "chaffinch_names=hidden").get(&path).await;
    for name in ["s01", "s02"] {
        assert!(!hidden.text().contains(name), "{name}");
    }
    let person = &hidden.select("[aria-labelledby=statements] h3 bdi")[0];
    assert!(hidden.select(".people th[scope=row]").contains(person), "{person}");
    let asked = ada.get(&format!("{path}?names=hidden")).await;
    assert_eq!(asked.select("h1"), hidden.select("h1"));

    let log = ada.get(&format!("/courses/{}/audit", ada.course)).await;
    assert!(log.text().contains("Report exported"), "{}", log.text());
    let other = ada.finished_batch().await;
    assert_eq!(ada.get(&format!("{path}?batch={other}")).await.code(), "not-found");
    assert_eq!(ada.get(&format!("{path}?batch={batch}")).await.status, StatusCode::OK);
    assert_eq!(app.account("eve").await.get(&path).await.code(), "not-found");
}
