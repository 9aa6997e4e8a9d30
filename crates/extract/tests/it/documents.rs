//! Tests documents and Java archives among students' files.

use crate::made::{Files, Place, batch, files, listed, outline, request, upload, zip};

/// Returns a document with this body.
fn document(part: &str, body: &str) -> Vec<u8> {
    zip(&vec![
        ("[Content_Types].xml".to_owned(), b"<Types/>".to_vec()),
        (part.to_owned(), format!("<?xml version=\"1.0\"?>{body}").into_bytes()),
    ])
}

fn word(body: &str) -> Vec<u8> {
    document("word/document.xml", &format!("<w:document><w:body>{body}</w:body></w:document>"))
}

fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    let class: Files = vec![
        (format!("a/{name}"), bytes),
        ("b/x.c".to_owned(), b"int x;".to_vec()),
        ("c/x.c".to_owned(), vec![]),
    ];
    let found = upload("c.zip", &zip(&class)).unwrap().0;
    match found.submissions.iter().find(|submission| submission.header.name == "a") {
        Some(submission) => Ok(submission.files[0].text.clone()),
        None => Err(found.skipped.iter().find(|line| line.path == name).unwrap().reason.clone()),
    }
}

#[test]
fn the_text_of_documents_is_compared() {
    for (body, expected) in [
        (
            "<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t xml:space=\"preserve\">two </w:t><w:t>three</w:t></w:r></w:p>",
            "One\ntwo three\n",
        ),
        (
            "<w:p><w:r><w:t>a &lt; b &amp;&#233;</w:t><w:tab/><w:t>x</w:t><w:br/><w:t>y</w:t></w:r></w:p>",
            "a < b &é\tx\ny\n",
        ),
        // Formats, deleted text, field codes and copies for older programs are no text.
        (
            "<w:p><w:pPr><w:tabs><w:tab w:val=\"left\"/></w:tabs></w:pPr><w:del><w:r><w:delText>no</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText><w:t>yes</w:t></w:r></w:p>",
            "yes\n",
        ),
        (
            "<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>once</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>once</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>",
            "once\n",
        ),
        ("", ""),
    ] {
        assert_eq!(text_of("essay.docx", word(body)).as_deref(), Ok(expected), "{body}");
    }
    let open = "<office:text><text:h>Title</text:h><text:p>a<text:s/>b<text:tab/>c<text:line-break/><text:span>d</text:span></text:p></office:text>";
    assert_eq!(text_of("Essay.ODT", document("content.xml", open)).as_deref(), Ok("Title\na b\tc\nd\n"));
}

#[test]
fn damaged_documents_and_other_formats_are_listed_with_a_plain_reason() {
    for (name, bytes, reason) in [
        ("a.docx", b"PK\x03\x04".to_vec(), "a damaged document"),
        ("a.docx", document("word/other.xml", "<x/>"), "a damaged document"),
        ("a.docx", word("<w:p></w:r>"), "a damaged document"),
        ("a.sb3", b"PK\x03\x04".to_vec(), "a Scratch project; not compared"),
        ("grades.xlsx", b"PK\x03\x04".to_vec(), "a spreadsheet; not compared"),
        ("grades.ods", b"PK\x03\x04".to_vec(), "a spreadsheet; not compared"),
        ("talk.pptx", b"PK\x03\x04".to_vec(), "a presentation; not compared"),
    ] {
        assert_eq!(text_of(name, bytes).as_ref().map_err(String::as_str), Err(reason), "{name}");
    }
    // A bomb.
    let big = word(&" ".repeat(20 << 20));
    assert!(text_of("a.docx", big).unwrap_err().contains("the limit for one file"));
}

#[test]
fn java_archives_with_sources_are_opened() {
    let jar = |paths: &[&str]| zip(&files(paths));
    let class: Files = vec![
        ("ann.jar".to_owned(), jar(&["META-INF/MANIFEST.MF", "Ferry.java", "a/T.class", "a/U.class"])),
        ("bob/dist/bob.jar".to_owned(), jar(&["src/Ferry.java", "T.class"])),
        ("bob/lib/junit.jar".to_owned(), jar(&["org/Test.java"])),
        ("bob/gson-sources.jar".to_owned(), jar(&["com/Gson.java"])),
        ("cid/tools.jar".to_owned(), jar(&["T.class"])),
        ("cid/Main.java".to_owned(), b"class Main {}".to_vec()),
        ("dan.gfar".to_owned(), jar(&["Crab.java", "project.greenfoot"])),
        ("eve.jar".to_owned(), b"PK".to_vec()),
    ];
    let mut place = Place::new();
    for input in [place.folder("class", &class), place.upload("class.zip", &zip(&class))] {
        let found = batch(&request(vec![input]));
        assert_eq!(
            outline(&found),
            [
                "ann: Ferry.java",
                "bob: dist/bob.jar/src/Ferry.java",
                "cid: Main.java",
                "dan: Crab.java project.greenfoot"
            ]
        );
        let lines = listed(&found);
        assert_eq!(lines[0], "ann: .: compiled classes (2); left out");
        assert_eq!(lines[1], "bob: dist/bob.jar: compiled classes (1); left out");
        assert_eq!(lines[2], "bob: gson-sources.jar: a Java library; left out");
        assert_eq!(lines[3], "bob: lib/junit.jar: a Java library; left out");
        assert_eq!(lines[4], "cid: tools.jar: a Java archive without sources; not compared");
        assert!(lines[5].starts_with("eve: eve.jar: "), "{lines:?}");
    }
}
