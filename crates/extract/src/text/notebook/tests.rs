use std::io::Read;

use proptest::prelude::*;
use serde_json::json;

use chaffinch_submission::Notebook;

use super::*;
use crate::text::decode;

fn of(json: &str) -> Text {
    read_notebook(decode(json.as_bytes().to_vec(), None).unwrap(), [7; 32]).unwrap()
}

fn prose(text: &Text) -> Option<&str> {
    text.prose.as_ref().map(|prose| prose.file.text.as_str())
}

#[test]
fn the_code_cells_are_the_text() {
    let text = of(r##"{"cells": [
        {"cell_type": "markdown", "source": ["# Task"], "metadata": {}},
        {"cell_type": "code", "source": ["import os\n", "x = \"é\""], "outputs": [{"data": {"png": "AA"}}]},
        {"cell_type": "code", "source": ""},
        {"cell_type": "code", "source": "print(x)\n"}
    ], "metadata": {"kernelspec": {"language": "julia"}, "language_info": {"name": "python"}}, "nbformat": 4}"##);
    assert_eq!(text.file.text, "import os\nx = \"é\"\n\nprint(x)\n");
    let notebook = text.file.notebook.unwrap();
    assert_eq!((notebook.cells, notebook.language.as_deref()), (vec![0, 19, 20], Some("julia")));
    assert!(text.file.notes.is_empty());
}

#[test]
fn formats_before_the_fourth_have_worksheets() {
    let text =
        of(r#"{"worksheets": [{"cells": [{"cell_type": "code", "input": ["a = 1"], "language": "python"},
        {"cell_type": "heading", "source": ["b"]}]}], "metadata": {"name": ""}, "nbformat": 3}"#);
    assert_eq!(text.file.text, "a = 1");
    assert_eq!(text.file.notebook, Some(Notebook { cells: vec![0], language: None }));
}

#[test]
fn what_is_no_notebook_stays_text_and_says_so() {
    let deep = format!("{{\"cells\": {}", "[".repeat(100_000));
    for json in [
        "",
        "{\"cells\": [",
        "[1]",
        "{}",
        "{\"source\": \"a = 1\"}",
        "{\"nbformat\": 4, \"cells\": 7}",
        &deep,
    ] {
        let text = of(json);
        assert_eq!((text.file.text.as_str(), text.file.notebook), (json, None));
        let note = &text.file.notes[0];
        assert!(note.starts_with("not a valid notebook (error at line "), "{note}");
        assert!(note.ends_with("); read as text"), "{note}");
    }
}

#[test]
fn a_notebook_without_code_is_an_empty_text() {
    let text = of(r#"{"cells": [], "nbformat": 4}"#);
    assert_eq!((text.file.text.as_str(), text.file.notebook.unwrap().cells.len()), ("", 0));
    let nul = br#"{"cells": [{"cell_type": "code", "source": "\u0000"}], "nbformat": 4}"#;
    assert!(read_notebook(decode(nul.to_vec(), None).unwrap(), [0; 32]).is_err());
}

#[test]
fn markdown_and_raw_cells_are_prose() {
    let text = of(r##"{"cells": [
        {"cell_type": "markdown", "source": ["# Answer\n", "The mean grows."], "metadata": {}},
        {"cell_type": "code", "source": "x = 1", "metadata": {"editable": false}},
        {"cell_type": "markdown", "source": "Read the task.", "metadata": {"editable": false}},
        {"cell_type": "markdown", "source": "Hand in early.", "metadata": {"nbgrader": {"locked": true}}},
        {"cell_type": "markdown", "source": "  ", "metadata": {"nbgrader": {"locked": false}}},
        {"cell_type": "raw", "source": "It falls.", "metadata": {"editable": true}}
    ], "nbformat": 4}"##);
    assert_eq!((text.file.text.as_str(), text.file.digest), ("x = 1", [7; 32]));
    assert_eq!(prose(&text), Some("# Answer\nThe mean grows.\n\nIt falls."));
    assert_eq!(text.file.notes, ["2 locked text cells were not compared"]);
    let of_prose = text.prose.unwrap().file.notebook.unwrap();
    assert_eq!(of_prose.language.as_deref(), Some(Notebook::PROSE));
    let heading =
        of(r#"{"worksheets": [{"cells": [{"cell_type": "heading", "source": "Title"}]}], "nbformat": 3}"#);
    assert_eq!((heading.file.text.as_str(), prose(&heading)), ("", Some("Title")));
    assert_eq!(prose(&of(r#"{"cells": [], "nbformat": 4}"#)), None);
}

/// A notebook with the cells, as Jupyter writes it, or with the keys of cells in the order in which Colab writes them.
fn notebook(cells: &[(&str, &str)], is_pretty: bool, type_is_last: bool) -> String {
    let cell = |(cell_type, source): &(&str, &str)| {
        let lines: Vec<&str> = source.split_inclusive('\n').collect();
        let outputs = json!([{"output_type": "stream", "text": ["source: \"out\"\n"]}]);
        let (source, cell_type) = (json!(lines), json!(cell_type));
        let rest = format!(r#""metadata": {{}}, "outputs": {outputs}"#);
        if type_is_last {
            format!(r#"{{{rest}, "source": {source}, "cell_type": {cell_type}}}"#)
        } else {
            format!(r#"{{"cell_type": {cell_type}, {rest}, "source": {source}}}"#)
        }
    };
    let cells: Vec<String> = cells.iter().map(cell).collect();
    let whole = format!(
        r#"{{"cells": [{}], "metadata": {{"language_info": {{"name": "julia", "version": "1"}}}}, "nbformat": 4}}"#,
        cells.join(", ")
    );
    // Every string on a line of its own, as Jupyter writes it.
    if is_pretty { whole.replace(", \"", ",\n \"").replace("[\"", "[\n \"") } else { whole }
}

const CELLS: [(&str, &str); 4] = [
    ("markdown", "# Task\nA \"long\" answer: {x}, [y]"),
    ("code", "import os\nx = {\"a\": [1, 2]}\n"),
    ("code", "print(x[\"a\"])  # é \\ \t"),
    ("raw", "the end"),
];

#[test]
fn a_damaged_notebook_is_read_cell_by_cell() {
    for (is_pretty, type_is_last) in [(false, false), (true, false), (false, true), (true, true)] {
        let whole = notebook(&CELLS, is_pretty, type_is_last);
        let expected = of(&whole);
        assert_eq!(expected.file.notes, Vec::<String>::new());
        for damaged in [
            whole[..whole.rfind(", \"version\"").or(whole.rfind(",\n \"version\"")).unwrap()].to_owned(),
            whole.replacen("}, {", "} {", 1),
            whole.replacen("}, {", "}, , {", 1),
            whole.replacen("]}, {", "}, {", 1),
            whole.replacen("]}, {", "], {", 1),
            format!("{whole}}}"),
            format!("x{whole}"),
            whole.replace("nbformat", "format"),
        ]
        .into_iter()
        // Where the type is last, no text is before the end of a cell.
        .filter(|damaged| *damaged != whole)
        {
            let found = of(&damaged);
            assert_eq!(found.file.text, expected.file.text, "{damaged}");
            assert_eq!(prose(&found), prose(&expected));
            assert_eq!(found.file.notebook, expected.file.notebook);
            let note = &found.file.notes[0];
            assert!(note.starts_with("damaged notebook (error at line "), "{note}");
        }
        // Cut in the last code cell.
        let cut = of(&whole[..whole.find("print(x").unwrap() + 9]);
        let language = type_is_last.then_some("import os\nx = {\"a\": [1, 2]}\n");
        assert_eq!(cut.file.text, language.unwrap_or("import os\nx = {\"a\": [1, 2]}\n\nprint(x["));
    }
}

#[test]
fn both_versions_of_a_merge_conflict_are_read() {
    let text = of(r#"{
 "cells": [
  {
   "cell_type": "code",
<<<<<<< HEAD
   "execution_count": 3,
   "outputs": [
=======
   "execution_count": 4,
   "outputs": [
>>>>>>> theirs
    {"text": ["x"]}
   ],
   "source": [
    "a = 1\n",
<<<<<<< HEAD
    "b = 2"
||||||| base
    "b = 0"
=======
    "b = 3\n",
    "c = 4"
>>>>>>> theirs
   ]
<<<<<<< HEAD
  }
=======
  },
  {
   "cell_type": "markdown",
   "source": "Mine."
  }
>>>>>>> theirs
 ],
 "metadata": {"kernelspec": {"language": "R"}},
 "nbformat": 4
}"#);
    assert_eq!(text.file.text, "a = 1\nb = 2\nb = 3\nc = 4\n");
    assert_eq!(prose(&text), Some("Mine."));
    assert_eq!(text.file.notebook.unwrap().language.as_deref(), Some("R"));
    assert_eq!(text.file.notes[1], "merge conflict in the notebook; both versions were read");
}

fn without_pictures(json: &str, at_once: usize) -> Vec<u8> {
    let mut reader = WithoutPictures::new(json.as_bytes());
    let (mut passed, mut buffer) = (Vec::new(), vec![0; at_once]);
    loop {
        match reader.read(&mut buffer).unwrap() {
            0 => break,
            read => passed.extend_from_slice(&buffer[..read]),
        }
    }
    assert_eq!(reader.digest(), *blake3::hash(json.as_bytes()).as_bytes());
    passed
}

#[test]
fn pictures_do_not_count_and_the_text_of_cells_does() {
    let long = "x = 1\n".repeat(10_000);
    for (picture, kept) in
        [("A".repeat(1 << 20), 1024), ("é".repeat(1 << 19), 1024), ("\\\"\u{1}".repeat(1 << 16), 500_000)]
    {
        let json = json!({"cells": [
            {"cell_type": "code", "outputs": [{"data": {"image/png": picture, "text/plain": ["y"]}}], "source": [&long]},
            {"cell_type": "code", "input": &long, "attachments": {"a.png": {"image/png": picture}}},
        ], "nbformat": 4})
        .to_string();
        let passed = without_pictures(&json, 1000);
        assert!(passed.len() < 150_000 + 2 * kept, "{}", passed.len());
        let text = of(std::str::from_utf8(&passed).unwrap());
        assert_eq!((text.file.text.len(), text.file.notes.len()), (2 * long.len() + 1, 0));
    }
    let wide: Vec<u8> =
        format!("\u{feff}{}", "\"A".repeat(4000)).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut passed = Vec::new();
    WithoutPictures::new(&wide[..]).read_to_end(&mut passed).unwrap();
    assert_eq!(passed, wide);
}

proptest! {
    /// Reading cell by cell finds the same as reading the whole.
    #[test]
    fn a_repaired_notebook_has_the_cells_of_the_whole(
        cells in prop::collection::vec(("code|markdown|raw", "[a-z{}\\[\\]:,\"\\\\ \n<=>é]{0,30}"), 1..6),
        is_pretty in any::<bool>(),
        type_is_last in any::<bool>(),
    ) {
        let cells: Vec<(&str, &str)> = cells.iter().map(|(kind, text)| (kind.as_str(), text.as_str())).collect();
        let whole = notebook(&cells, is_pretty, type_is_last);
        let expected = of(&whole);
        let found = of(&whole[..whole.len() - 1]);
        prop_assume!(expected.file.notebook.as_ref().is_some_and(|notebook| !notebook.cells.is_empty()));
        prop_assert_eq!(&found.file.text, &expected.file.text);
        prop_assert_eq!(prose(&found), prose(&expected));
        prop_assert_eq!(found.file.notebook, expected.file.notebook);
    }

    /// However a notebook is divided into reads, the result is valid and has the same cells.
    #[test]
    fn long_strings_are_cut_at_whole_characters(
        output in "([a-zé\\\\\"\u{1}\u{1f600}]{1,8}){100,400}",
        at_once in 1..5000_usize,
    ) {
        let json = json!({"cells": [
            {"cell_type": "code", "outputs": [{"text": [output]}], "source": ["a = 1\n", "b"]},
        ], "nbformat": 4})
        .to_string();
        let passed = without_pictures(&json, at_once);
        let text = of(std::str::from_utf8(&passed).unwrap());
        prop_assert_eq!(text.file.text.as_str(), "a = 1\nb");
        prop_assert!(text.file.notes.is_empty());
    }
}
