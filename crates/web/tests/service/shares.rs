//! Share links: what a visitor can and cannot reach, and how a link ends.

use std::collections::{BTreeSet, VecDeque};

use axum::http::{Method, StatusCode};
use chaffinch_storage::{Audit as _, AuditAction, BatchId, Role};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::test_app::{Caller, TestApp, person};

async fn shared(caller: &Caller<'_>, batch: BatchId, wish: &Value) -> (String, String) {
    let made = caller.json(Method::POST, &format!("/api/v1/batches/{batch}/share"), wish).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
    let made = made.json();
    let url = made["url"].as_str().unwrap();
    let path = url.strip_prefix("http://chaffinch.test:8080").unwrap().to_owned();
    (path, made["id"].as_str().unwrap().to_owned())
}

/// Returns every address that a visitor with the link can reach by following the links on pages.
async fn reached(app: &TestApp, start: &str) -> BTreeSet<String> {
    let anybody = app.anybody();
    let (mut seen, mut next) = (BTreeSet::new(), VecDeque::from([start.to_owned()]));
    while let Some(path) = next.pop_front() {
        let plain = path.split('#').next().unwrap().to_owned();
        if !seen.insert(plain.clone()) {
            continue;
        }
        let page = anybody.get(&plain).await;
        assert_eq!(page.status, StatusCode::OK, "{plain}");
        if plain.starts_with("/static/") {
            continue;
        }
        assert_eq!(page.header("referrer-policy"), "no-referrer", "{plain}");
        assert_eq!(page.header("x-robots-tag"), "noindex, nofollow", "{plain}");
        assert_eq!(page.header("cache-control"), "no-store", "{plain}");
        if !page.header("content-type").starts_with("text/html") {
            continue;
        }
        assert_eq!(page.attributes("meta[name=referrer]", "content"), ["no-referrer"], "{plain}");
        for (selector, name) in
            [("[href]", "href"), ("[src]", "src"), ("form", "action"), ("[data-href]", "data-href")]
        {
            for link in page.attributes(selector, name) {
                let (base, _) = plain.split_once('?').unwrap_or((&plain, ""));
                let link = match link.chars().next() {
                    Some('#') => continue,
                    // The switch of languages changes nothing but the language, and leads back.
                    _ if link == "/language" => continue,
                    Some('?') => format!("{base}{link}"),
                    None => plain.clone(),
                    _ => link,
                };
                assert!(link.starts_with("/static/") || link.starts_with(start), "{plain} leads to {link}");
                next.push_back(link);
            }
        }
        let posts = page.attributes("form[method=post]", "action");
        assert!(posts.is_empty(), "{plain} offers to change something: {posts:?}");
    }
    seen
}

#[tokio::test]
async fn a_holder_walks_through_one_report_and_no_further() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let (batch, other) = (ada.finished_batch().await, ada.finished_batch().await);
    let (path, _) = shared(&ada, batch, &json!({})).await;
    let found = reached(&app, &path).await;
    for below in ["", "/pairs/1-2", "/submissions", "/submissions/1", "/clusters", "/guide"] {
        assert!(found.contains(&format!("{path}{below}")), "{below}: {found:?}");
    }
    assert!(!found.iter().any(|path| path.contains("/report.")), "no download was allowed: {found:?}");

    let anybody = app.anybody();
    let secret = path.rsplit('/').next().unwrap();
    for closed in [
        format!("{path}/report.csv"),
        format!("{path}/report.json"),
        format!("{path}/report.zip"),
        format!("{path}/evidence.html"),
        format!("{path}/pairs/1-2/evidence.html"),
        format!("{path}/pairs/1-9"),
        format!("{path}/submissions/99"),
        format!("{path}/review"),
        format!("{path}/../../batches/{other}"),
        format!("/shared/{other}"),
        format!("/shared/{}", &secret[..secret.len() - 1]),
        "/shared/".to_owned(),
    ] {
        assert_eq!(anybody.get(&closed).await.status, StatusCode::NOT_FOUND, "{closed}");
    }
    // The secret signs nobody in, neither as a token nor as a session.
    for batch in [batch, other] {
        let held = anybody.with("authorization", format!("Bearer {secret}"));
        assert_eq!(held.get(&format!("/api/v1/batches/{batch}")).await.status, StatusCode::UNAUTHORIZED);
        let held = anybody.with("cookie", format!("chaffinch_session={secret}"));
        assert_eq!(held.get(&format!("/batches/{batch}")).await.status, StatusCode::SEE_OTHER);
    }
    for method in [Method::POST, Method::DELETE, Method::PUT] {
        assert_eq!(anybody.call(method, &path).await.status, StatusCode::METHOD_NOT_ALLOWED);
    }
}

#[tokio::test]
async fn a_link_may_hide_names_and_allow_downloads() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let (path, _) = shared(&ada, batch, &json!({"names": "hidden", "exports": true})).await;
    let found = reached(&app, &path).await;
    let showing = app.anybody().with("cookie", "chaffinch_names=shown");
    for page in found.iter().filter(|path| !path.starts_with("/static/")) {
        let page = format!("{page}{}names=shown", if page.contains('?') { "&" } else { "?" });
        let text = showing.get(&page).await.text();
        assert!(!text.contains("s01") && !text.contains("s03"), "{page}");
    }
    assert!(found.contains(&format!("{path}/report.csv")) && found.contains(&format!("{path}/report.zip")));
    let (open, _) = shared(&ada, batch, &json!({"exports": true})).await;
    let csv = app.anybody().get(&format!("{open}/report.csv")).await;
    assert!(csv.text().contains("s01") && csv.header("content-disposition").starts_with("attachment"));
    // Ids are codes, of this link alone, and numbers lead nowhere.
    let key = app.key(batch).await;
    for page in found.iter().filter_map(|page| page.strip_prefix(&format!("{path}/"))) {
        let id = page.strip_prefix("pairs/").or_else(|| page.strip_prefix("submissions/"));
        if let Some(id) = id {
            assert!(id.starts_with(|first: char| first.is_uppercase()), "{page}");
        }
    }
    let (second, _) = shared(&ada, batch, &json!({"names": "hidden", "exports": true})).await;
    let names = async |link: &str| app.anybody().get(&format!("{link}/report.csv")).await.text();
    assert_ne!(names(&path).await, names(&second).await);
    let report = ada.get(&format!("/api/v1/batches/{batch}/report.csv?names=hidden")).await.text();
    assert!(report != names(&path).await && report.contains(&person(&key, 1)));
    for nothing in ["pairs/1-2", "submissions/1"] {
        assert_eq!(app.anybody().get(&format!("{path}/{nothing}")).await.status, StatusCode::NOT_FOUND);
    }
    // A browser's own setting to hide names does not change what a link shows.
    assert!(app.anybody().with("cookie", "chaffinch_names=hidden").get(&open).await.text().contains("s01"));
}

#[tokio::test]
async fn links_end() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let api = format!("/api/v1/batches/{batch}/share");
    let status = async |path: &str| app.anybody().get(path).await.status.as_u16();
    let (revoked, id) = shared(&ada, batch, &json!({})).await;
    let (brief, _) = shared(&ada, batch, &json!({"expires": "2026-03-03"})).await;
    let (long, _) = shared(&ada, batch, &json!({})).await;
    assert_eq!((status(&revoked).await, status(&brief).await, status(&long).await), (200, 200, 200));
    assert_eq!(ada.call(Method::DELETE, &format!("{api}/{id}")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.call(Method::DELETE, &format!("{api}/{id}")).await.status, StatusCode::NOT_FOUND);
    app.wait(TimeDelta::hours(20));
    assert_eq!((status(&revoked).await, status(&brief).await, status(&long).await), (404, 404, 200));
    app.wait(TimeDelta::days(14));
    assert_eq!(status(&long).await, 404);

    let (first, _) = shared(&ada, batch, &json!({})).await;
    assert_eq!(ada.call(Method::DELETE, &api).await.status, StatusCode::NO_CONTENT);
    assert_eq!(status(&first).await, 404);
    let (last, _) = shared(&ada, batch, &json!({})).await;
    assert_eq!(
        ada.call(Method::DELETE, &format!("/api/v1/batches/{batch}")).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(status(&last).await, 404);

    let entries = app.storage.audit(None, None, 100).await.unwrap().items;
    let looks = entries.iter().filter(|entry| entry.action == AuditAction::ShareViewed).count();
    assert_eq!(looks, 4, "each look that opened something, once a minute a link");
}

#[tokio::test]
async fn links_are_listed_made_once_and_limited() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let api = format!("/api/v1/batches/{batch}/share");
    for wish in
        [json!({"expires": "2027-01-01"}), json!({"expires": "2026-03-01"}), json!({"expires": "soon"})]
    {
        assert_eq!(ada.json(Method::POST, &api, &wish).await.code(), "invalid-field", "{wish}");
    }
    assert_eq!(ada.json(Method::POST, &api, &json!({"names": "none"})).await.code(), "malformed");
    let keyed = ada.with("idempotency-key", "for-the-board");
    let (first, id) = shared(&keyed, batch, &json!({"names": "hidden"})).await;
    assert_eq!(shared(&keyed, batch, &json!({"names": "hidden"})).await, (first.clone(), id.clone()));
    let other = keyed.json(Method::POST, &api, &json!({"names": "shown"})).await;
    assert_eq!(other.code(), "idempotency-key-reused");
    // Ids of the same millisecond have no defined order.
    app.wait(TimeDelta::minutes(1));
    // Another token of the same account uses the same key and gets another link.
    let again =
        ada.with_token(chaffinch_storage::Scope::Write).await.with("idempotency-key", "for-the-board");
    assert_ne!(shared(&again, batch, &json!({"names": "hidden"})).await.0, first);

    let listed = ada.get(&format!("{api}?limit=1")).await;
    assert!(!listed.text().contains("chf_share_"), "addresses are told once");
    let listed = listed.json();
    assert_eq!(
        (listed["shares"][0]["names"].as_str(), listed["shares"][0]["exports"].as_bool()),
        (Some("hidden"), Some(false))
    );
    let rest = ada.get(&format!("{api}?after={}", listed["next"].as_str().unwrap())).await.json();
    assert_eq!((rest["shares"][0]["id"].as_str(), &rest["next"]), (Some(id.as_str()), &Value::Null));

    let grace = app.account("grace").await;
    grace.joins(ada.course, Role::Assistant).await;
    assert_eq!(grace.json(Method::POST, &api, &json!({})).await.code(), "forbidden");
    for _ in 0..98 {
        shared(&ada, batch, &json!({})).await;
    }
    assert_eq!(ada.json(Method::POST, &api, &json!({})).await.code(), "too-many-shares");
}

#[tokio::test]
async fn the_page_makes_shows_once_and_revokes() {
    let app = TestApp::new().await;
    let browser = app.account("ada").await.in_browser().await;
    let batch = browser.finished_batch().await;
    let page = format!("/batches/{batch}/share");
    let overview = browser.get(&format!("/batches/{batch}")).await;
    assert!(overview.attributes(".report-menu a", "href").contains(&page), "the report leads there");
    let made = browser.post(&page, "days=3&names_hidden=1").await;
    let link = made.select("#fresh pre").remove(0);
    let path = link.strip_prefix("http://chaffinch.test:8080").unwrap();
    assert_eq!(app.anybody().get(path).await.status, StatusCode::OK);
    let listed = browser.get(&page).await;
    assert!(!listed.text().contains("chf_share_"));
    assert_eq!(listed.select("tbody tr").len(), 1);
    let revoke = listed.attributes("tbody form", "action").remove(0);
    assert_eq!(browser.post(&revoke, "").await.header("location"), page);
    assert_eq!(app.anybody().get(path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(browser.post(&page, "days=91").await.code(), "invalid-field");
}
