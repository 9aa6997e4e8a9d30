//! Hiding names, on pages with the switch and in exports. Also covers one pair or one case as a file.

use axum::http::StatusCode;
use chaffinch_report::Report;

use crate::test_app::{TestApp, report};

#[tokio::test]
async fn a_button_hides_names_on_every_page_and_shows_them_again() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let path = format!("/batches/{}", ada.finished_batch().await);
    let pages = ["", "/pairs/1-2", "/submissions", "/submissions/1", "/clusters", "/skipped"]
        .map(|page| format!("{path}{page}"));
    assert_eq!(ada.get(&path).await.select("form.names button"), ["Hide names"]);

    let browser = ada.with("referer", format!("http://localhost{path}/pairs/1-2?x=1"));
    let answer = browser.post("/names", "names=hidden").await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(answer.header("location"), format!("{path}/pairs/1-2?x=1"));
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
    assert!(hidden.get(&pages[1]).await.select("h1").concat().contains("Person 2"));

    let answer = hidden.post("/names", "names=shown").await;
    assert!(
        answer
            .header("set-cookie")
            .starts_with("chaffinch_names=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0")
    );
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
    let path = format!("/api/v1/batches/{}", ada.finished_batch().await);
    let json = ada.get(&format!("{path}/report?names=hidden")).await;
    let hidden: Report = serde_json::from_slice(&json.body).unwrap();
    assert_eq!(hidden.submissions[0].name, "Person 1");
    assert_eq!(hidden.pairs.len(), report().pairs.len());
    let browser = ada.with("cookie", "chaffinch_names=hidden");
    assert_eq!(browser.get(&format!("{path}/report")).await.body, json.body);
    let shown = ada.get(&format!("{path}/report")).await.body;
    assert_eq!(browser.get(&format!("{path}/report?names=shown")).await.body, shown);
    let csv = ada.get(&format!("{path}/report.csv?names=hidden")).await.text();
    assert!(csv.contains("Person 1,Person 2") && !csv.contains("s01"));
    let folder = ada.get(&format!("{path}/report.zip?names=hidden")).await;
    let mut folder = zip::ZipArchive::new(std::io::Cursor::new(folder.body.to_vec())).unwrap();
    for at in 0..folder.len() {
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut folder.by_index(at).unwrap(), &mut text).unwrap();
        assert!(!String::from_utf8_lossy(&text).contains("s01"));
    }
}

#[tokio::test]
async fn a_pair_and_a_case_are_files_to_keep() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let path = format!("/batches/{}", ada.finished_batch().await);
    for (evidence, title) in [
        ("pairs/1-2/evidence.html", "s01 and s02"),
        ("pairs/1-2/evidence.html?names=hidden", "Person 1 and Person 2"),
        ("pairs/1-2/evidence.html?for=left", "s01 and Person 2"),
        ("pairs/1-2/evidence.html?for=right", "Person 1 and s02"),
        ("pairs/1-2/evidence.html?for=right&names=hidden", "Person 1 and Person 2"),
        ("evidence.html?submissions=3,1,2", "Case with 3 submissions"),
    ] {
        let file = ada.get(&format!("{path}/{evidence}")).await;
        assert_eq!((file.status, file.select("h1")), (StatusCode::OK, vec![title.to_owned()]), "{evidence}");
        assert!(file.header("content-disposition").starts_with("attachment;"));
        assert_eq!(file.select(".facts time"), ["2026-03-02 08:00 UTC", "2026-03-02 08:00 UTC"]);
        assert_eq!(file.select(".facts bdi"), ["ada"]);
        assert!(file.select(".match .code mark").concat().contains("main"), "{evidence}");
    }
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
