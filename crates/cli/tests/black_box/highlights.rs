//! Compares the highlighted code of every match of every pair with the bytes in the report.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::browser_session::BrowserSession;
use crate::client;
use crate::samples;

/// A highlighted piece of code in a page, without line numbers.
#[derive(Debug, Deserialize)]
struct Piece {
    side: String,
    /// Number of the match.
    number: usize,
    /// Fragment of the file.
    file: String,
    start: usize,
    end: usize,
    text: String,
}

/// Returns the highlighted pieces of a page, in the order of the page.
const PIECES: &str = "
    const pieces = page => [...page.querySelectorAll('.side .m[data-match]')].map(piece => ({
        side: piece.closest('.side').id,
        number: Number(piece.dataset.match),
        file: piece.closest('.file').id,
        start: Number(piece.dataset.start),
        end: Number(piece.dataset.end),
        text: piece.textContent,
    }));
";

/// Returns the number of parts of the page at `ADDRESS`, and the highlighted pieces of all of them.
const OF_ALL_PARTS: &str = "
    const parser = new DOMParser();
    const parts = async first => {
        const wanted = [first];
        const found = [];
        for (const address of wanted) {
            const answer = await fetch(address);
            if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
            const page = parser.parseFromString(await answer.text(), 'text/html');
            for (const link of page.querySelectorAll('nav.parts a')) {
                const part = new URL(link.getAttribute('href'), first).href;
                if (!wanted.includes(part)) wanted.push(part);
            }
            found.push(...pieces(page));
        }
        return [wanted.length, found];
    };
    parts(ADDRESS).then(found => done(found), error => done(String(error)));
";

/// The two sides of a match.
const SIDES: [&str; 2] = ["left", "right"];

/// Returns a program that is too long for one page, with different functions.
fn long_program(name: &str) -> String {
    let mut state = 7_u32;
    let mut next = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    let mut text = vec!["#include <stdio.h>\n".to_owned()];
    for function in 0..400 {
        text.push(format!("\nint {name}_{function}(int at, int *cells)\n{{\n\tint sum = {};\n", next(9_000)));
        for _ in 0..6 {
            let number = next(900);
            text.push(match next(6) {
                0 => format!("\tfor (int i = 0; i < at; i++) {{\n\t\tsum += cells[i] * {number};\n\t}}\n"),
                1 => format!("\tif (sum > {number} && at != 3) {{\n\t\treturn sum - at;\n\t}}\n"),
                2 => format!("\twhile (sum % {} != 0)\n\t\tsum--;\n", number + 1),
                3 => format!("\tcells[at] = sum ^ {number}; /* “grün” */\n"),
                4 => format!("\tprintf(\"%d of {number}\\n\", sum);\n"),
                _ => format!("\tsum = at < {number} ? sum + cells[0] : at;\n"),
            });
        }
        text.push("\treturn sum;\n}\n".to_owned());
    }
    text.concat()
}

#[tokio::test]
async fn highlighted_code_is_that_of_the_report() {
    let long = ["first", "other"].map(long_program);
    let mut files = Vec::new();
    samples::collect(&samples::folder("submissions"), "class", &mut files);
    for (name, text) in ["t01", "t02"].into_iter().zip(&long) {
        files.push((format!("class/{name}/long.c"), text.clone().into_bytes()));
    }
    let upload = samples::zip(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())));
    let session = BrowserSession::with(client::form(upload, Some(samples::archive("handout")))).await;
    let texts: BTreeMap<String, &[u8]> = files
        .iter()
        .map(|(path, bytes)| (path.trim_start_matches("class/").to_owned(), bytes.as_slice()))
        .collect();

    let report = session.client.json(&format!("/batches/{}/report", session.batch)).await;
    let pairs = report["pairs"].as_array().unwrap();
    let page = |pair: &Value| session.of_batch(&format!("/pairs/{}", pair["id"].as_str().unwrap()));
    session.open("").await;
    let mut pages: Vec<(usize, Vec<Piece>)> = Vec::new();
    for pair in pairs {
        // One script for each pair: on a busy machine, all of them together take longer than a script may.
        let script = format!("{PIECES} const ADDRESS = {}; {OF_ALL_PARTS}", Value::from(page(pair)));
        pages.push(serde_json::from_value(session.browser.script_until_done(&script).await).unwrap());
    }
    let mut matches = 0;
    for (pair, (_, pieces)) in pairs.iter().zip(&pages) {
        matches += check(pair, pieces, &texts);
    }
    assert!(matches > 100, "{matches} matches are few");
    let long = pages.iter().filter(|(parts, _)| *parts > 1).count();
    assert!(long > 0, "no pair has several pages");

    // The page with scripts highlights the same code.
    for (pair, (parts, fetched)) in pairs.iter().zip(&pages).take(3) {
        session.browser.open(&page(pair)).await;
        let pieces: Vec<Piece> = serde_json::from_value(
            session.browser.script(&format!("{PIECES} return pieces(document)")).await,
        )
        .unwrap();
        if *parts == 1 {
            check(pair, &pieces, &texts);
        }
        assert!(!pieces.is_empty() && pieces.len() <= fetched.len(), "{}", pair["id"]);
    }
}

/// Checks that exactly the bytes of every match of a pair are highlighted. Returns the number of matches.
fn check(pair: &Value, pieces: &[Piece], texts: &BTreeMap<String, &[u8]>) -> usize {
    let mut marked: BTreeMap<(&str, usize), Vec<&Piece>> = BTreeMap::new();
    for piece in pieces {
        marked.entry((&piece.side, piece.number)).or_default().push(piece);
    }
    let matches = pair["matches"].as_array().unwrap();
    for (number, found) in (1..).zip(matches) {
        for side in SIDES {
            let region = &found[side];
            let place = format!("{} {side} {number}: {region}", pair["id"]);
            let byte = |name: &str| usize::try_from(region[name].as_u64().unwrap()).unwrap();
            let path = format!("{}/{}", pair[side].as_str().unwrap(), region["path"].as_str().unwrap());
            let text = texts[&path];
            let mut at = byte("start_byte");
            for piece in marked.remove(&(side, number)).unwrap_or_else(|| panic!("{place} is not marked")) {
                assert_eq!(piece.file, format!("{}-f{}", &side[..1], region["file"]), "{place}");
                assert_eq!(piece.start, at, "{place}");
                let shown = std::str::from_utf8(&text[piece.start..piece.end]).unwrap();
                // A line ends where its element ends.
                assert_eq!(piece.text, shown.trim_end_matches(['\r', '\n']), "{place}");
                at = piece.end;
            }
            assert_eq!(at, byte("end_byte"), "{place}");
        }
    }
    assert!(marked.is_empty(), "{}: {marked:?}", pair["id"]);
    matches.len()
}
