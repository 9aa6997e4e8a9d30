//! The exported folder.

use std::collections::BTreeMap;
use std::io;

use scraper::{Html, Selector};

use super::sample::{Sample, sources};
use crate::export;

fn folder() -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    export(crate::Locale::english(), &Sample::new().report(), &sources(), &mut |path, bytes| {
        assert!(files.insert(path.to_owned(), bytes.to_vec()).is_none(), "{path} twice");
        Ok(())
    })
    .unwrap();
    files
}

/// Every link of every page leads to a file of the folder, and to an existing element of it.
#[test]
fn no_link_leaves_the_folder_or_dangles() {
    let files = folder();
    let page = |path: &str| Html::parse_document(std::str::from_utf8(&files[path]).unwrap());
    for path in files.keys().filter(|path| path.contains(".html")) {
        for element in page(path).select(&Selector::parse("[href], [src]").unwrap()) {
            let link = element.attr("href").or(element.attr("src")).unwrap();
            let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = match (target, target.strip_prefix("../")) {
                ("", _) => path.clone(),
                (_, Some(up)) => up.to_owned(),
                (below, None) => below.to_owned(),
            };
            assert!(files.contains_key(&target), "{path}: {link}");
            if !fragment.is_empty() {
                let named = Selector::parse(&format!("[id=\"{fragment}\"]")).unwrap();
                assert_eq!(page(&target).select(&named).count(), 1, "{path}: {link}");
            }
        }
    }
    let pages: Vec<_> = files.keys().filter(|path| !path.starts_with("static/")).collect();
    insta::assert_debug_snapshot!(pages);
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    assert_eq!(folder(), folder());
}

#[test]
fn the_first_error_ends_the_export() {
    let mut calls = 0;
    let result = export(crate::Locale::english(), &Sample::new().report(), &sources(), &mut |_, _| {
        calls += 1;
        if calls == 3 { Err(io::Error::other("disk full")) } else { Ok(()) }
    });
    assert_eq!((result.unwrap_err().to_string().as_str(), calls), ("disk full", 3));
}
