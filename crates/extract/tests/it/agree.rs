//! Properties: no input makes the crate panic, survey and extract always agree (`run` checks this), and the order of
//! entries has no effect.

use proptest::prelude::*;

use crate::made::{Files, Place, compressed, files, gzip, laid_out, run, sevenzip, tar, upload, zip};
use chaffinch_extract::{Layout, Limits, Request};

const NAMES: [&str; 8] = ["c.zip", "c.7z", "c.tar", "c.tar.gz", "c.xz", "c.tar.zst", "c.c", "c"];

fn class() -> Files {
    files(&["a/main.c", "b/main.c", "c.zip!/x.c", "__MACOSX/._x", "d/"])
}

/// Names that often coincide or are special cases of the rule.
fn paths() -> impl Strategy<Value = Vec<String>> {
    let part =
        prop::sample::select(vec!["a", "b", "a.c", "a.py", "__MACOSX", ".DS_Store", "x y", "\u{202e}"]);
    let path = prop::collection::vec(part, 1..4).prop_map(|parts| parts.join("/"));
    prop::collection::btree_set(path, 0..12).prop_map(|paths| paths.into_iter().collect())
}

fn layouts() -> impl Strategy<Value = Layout> {
    prop::sample::select(vec![Layout::Auto, Layout::Children, Layout::Whole])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        for name in NAMES {
            let _ = upload(name, &bytes);
        }
    }

    #[test]
    fn archives_with_changed_bytes_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        cut in any::<prop::sample::Index>(),
    ) {
        for (name, mut bytes) in [
            ("c.zip", zip(&class())),
            ("c.tar", tar(&class())),
            ("c.7z", sevenzip(&class())),
            ("c.tgz", gzip(&tar(&class()))),
        ]
        .into_iter()
        .chain(compressed(&tar(&class())).map(|(_, bytes)| ("c.tar.xz", bytes)))
        {
            for (at, byte) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            let _ = upload(name, &bytes);
            bytes.truncate(cut.index(bytes.len()));
            let _ = upload(name, &bytes);
        }
    }

    #[test]
    fn names_are_unique_and_the_order_of_entries_means_nothing(
        left in paths(),
        right in paths(),
        layout in layouts(),
        entries in 1_u64..60,
    ) {
        let made = |paths: &[String]| -> Files {
            paths.iter().map(|path| (path.clone(), format!("int {path};").into_bytes())).collect()
        };
        let (left, right) = (made(&left), made(&right));
        let backwards = |files: &Files| -> Files { files.iter().rev().cloned().collect() };
        let mut place = Place::new();
        let forth = vec![place.upload("one.zip", &zip(&left)), place.upload("two.tar", &tar(&right))];
        let back =
            vec![place.upload("two.tar", &tar(&backwards(&right))), place.upload("one.zip", &zip(&backwards(&left)))];
        let limits = Limits { entries, ..Limits::default() };
        let sent = |inputs| Request { limits: limits.clone(), ..laid_out(layout, inputs) };
        match (run(&sent(forth)), run(&sent(back))) {
            (Ok(forth), Ok(back)) => {
                let mut names: Vec<_> = forth.1.submissions.iter().map(|s| &s.header.name).collect();
                prop_assert!(names.is_sorted());
                names.dedup();
                prop_assert_eq!(names.len(), forth.1.submissions.len());
                prop_assert_eq!(forth, back);
            }
            // The order decides which flaw is found first, but not whether there is one.
            (Err(_), Err(_)) => {}
            (forth, back) => prop_assert!(false, "{:?} {:?}", forth.err(), back.err()),
        }
    }
}

proptest! {
    // Each case is packed in seven ways and read twice.
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn a_tree_is_the_same_however_it_is_packed(paths in paths(), layout in layouts()) {
        let all: Files = paths.iter().map(|path| (path.clone(), format!("int {path};").into_bytes())).collect();
        let packed = compressed(&tar(&all)).into_iter().map(|(ending, bytes)| (format!("c.tar.{ending}"), bytes));
        let packed = packed.chain([("c.tar".to_owned(), tar(&all)), ("c.7z".to_owned(), sevenzip(&all))]);
        // Names of archives and paths are those of the zip, so that only the format differs.
        let read = |name: &str, bytes: &[u8]| {
            let mut place = Place::new();
            let outer = zip(&vec![(name.to_owned(), bytes.to_vec()), ("other.c".to_owned(), b"int x;".to_vec())]);
            let found = run(&laid_out(layout, vec![place.upload("o.zip", &outer)])).map_err(|refused| refused.0);
            found.map(|(batch, _)| format!("{:?} {:?}", batch.submissions, batch.skipped).replace(name, "c"))
        };
        let expected = read("c.zip", &zip(&all));
        for (name, bytes) in packed {
            prop_assert_eq!(&read(&name, &bytes), &expected, "{}", name);
        }
    }
}
