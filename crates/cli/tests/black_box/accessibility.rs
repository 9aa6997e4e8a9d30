//! Every kind of page, looked at by axe-core in both themes, on a telephone and on a desk.

use std::fs;

use crate::binary::output_of;
use crate::client;
use crate::looks::{Theme, WIDTHS};
use crate::samples;
use crate::service::Service;
use crate::webdriver::Browser;

/// What there is to say of these pages.
async fn complaints(browser: &Browser, pages: &[String]) -> Vec<String> {
    let mut complaints = Vec::new();
    for page in pages {
        for theme in [Theme::Light, Theme::Dark] {
            browser.prefer(theme).await;
            for width in WIDTHS {
                browser.resize(width).await;
                browser.open(page).await;
                browser.find("main h1").await;
                let place = format!("{page} {theme:?} {width}");
                complaints
                    .extend(browser.violations().await.into_iter().map(|line| format!("{place}: {line}")));
                if browser.overflows().await {
                    complaints.push(format!("{place}: has to be scrolled sideways"));
                }
            }
        }
    }
    complaints
}

#[tokio::test]
async fn every_page_of_the_service_can_be_read_by_everybody() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let client = service.client();
    let form = || client::form(samples::archive("submissions"), Some(samples::archive("handout")));
    let batch = client.upload(form()).await;
    client.finished(&batch).await;
    let archive = client.archive("Last year", &batch).await;

    let browser = Browser::start().await;
    browser.open(service.link.as_deref().unwrap()).await;
    let mut pages: Vec<String> = vec![browser.url().await];
    browser.click("form button").await;
    browser.find("a[href='/batches/new']").await;
    let report = format!("/batches/{batch}");
    let of_report =
        ["", "/submissions", "/skipped", "/clusters", "/guide", "/pairs/5-6", "/submissions/5", "/delete"];
    let own = ["/", "/batches/new", "/archives", "/archives/new", "/query", "/account", "/no-such-page"];
    let of_archive = ["", "/reduce", "/delete"].map(|page| format!("/archives/{archive}{page}"));
    pages.extend(own.iter().map(|page| format!("{}{page}", service.address)));
    pages.extend(of_report.iter().map(|page| format!("{}{report}{page}", service.address)));
    pages.extend(of_archive.iter().map(|page| format!("{}{page}", service.address)));
    assert_eq!(complaints(&browser, &pages).await, Vec::<String>::new());
}

#[tokio::test]
async fn every_page_of_the_folder_can_be_read_by_everybody() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    output_of(dir.path(), &["compare", "--quiet", "--base", &base, &samples::argument("submissions")]);
    let folder = dir.path().canonicalize().unwrap().join("chaffinch-report");
    let mut pages: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "html"))
        .chain(["pairs/5-6.html", "submissions/5.html"].map(|page| folder.join(page)))
        .map(|path| format!("file://{}", path.display()))
        .collect();
    pages.sort();
    assert!(5 <= pages.len(), "{pages:?}");
    let browser = Browser::start().await;
    assert_eq!(complaints(&browser, &pages).await, Vec::<String>::new());
}
