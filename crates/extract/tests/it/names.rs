//! Tests names in archives and on disks: encodings, and composed letters.

use chaffinch_extract::{NameEncoding, Request};

use crate::made::{Place, batch, files, outline, request, upload, zip};

/// Returns a zip by a program of DOS or Windows, in which the given names are written in an encoding. Bytes of names are
/// replaced by equally long ones, so placeholders stand for them.
fn foreign(names: &[&str], encode: impl Fn(&str) -> Vec<u8>) -> Vec<u8> {
    let names: Vec<Vec<u8>> = names.iter().map(|name| encode(name)).collect();
    let placeholder = |at: usize, name: &[u8]| format!("{at}{}", "_".repeat(name.len() - 1));
    let paths: Vec<String> =
        names.iter().enumerate().map(|(at, name)| format!("{}/x.c", placeholder(at, name))).collect();
    let mut bytes = zip(&files(&paths.iter().map(String::as_str).collect::<Vec<_>>()));
    for (at, name) in names.iter().enumerate() {
        let from = placeholder(at, name) + "/";
        let places: Vec<usize> =
            (0..bytes.len() - from.len()).filter(|&at| bytes[at..].starts_with(from.as_bytes())).collect();
        for place in places {
            bytes[place..place + name.len()].copy_from_slice(name);
        }
    }
    let headers: Vec<usize> =
        (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(b"PK\x01\x02")).collect();
    for at in headers {
        bytes[at + 5] = 0;
    }
    bytes
}

fn whatwg(encoding: &'static encoding_rs::Encoding) -> impl Fn(&str) -> Vec<u8> {
    move |name| {
        let (bytes, _, failed) = encoding.encode(name);
        assert!(!failed, "{name}");
        bytes.into_owned()
    }
}

fn dos(page: u16) -> impl Fn(&str) -> Vec<u8> {
    let table = &oem_cp::code_table::ENCODING_TABLE_CP_MAP[&page];
    move |name| oem_cp::encode_string_checked(name, table).unwrap()
}

fn submissions(bytes: &[u8]) -> Vec<String> {
    outline(&upload("c.zip", bytes).unwrap().0)
}

fn expected(names: &[&str]) -> Vec<String> {
    let mut expected: Vec<String> = names.iter().map(|name| format!("{name}: x.c")).collect();
    expected.sort();
    expected
}

#[test]
fn encodings_of_names_are_guessed_from_all_of_them() {
    use encoding_rs::{
        BIG5, EUC_KR, GBK, IBM866, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253,
        WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
    };
    type Encode = Box<dyn Fn(&str) -> Vec<u8>>;
    let cases: Vec<(&[&str], Vec<Encode>)> = vec![
        (
            &["Müller", "Jürgen", "Käthe Groß"],
            vec![Box::new(dos(437)), Box::new(dos(850)), Box::new(whatwg(WINDOWS_1252))],
        ),
        (
            &["José", "Zoé", "François"],
            vec![Box::new(dos(437)), Box::new(dos(850)), Box::new(whatwg(WINDOWS_1252))],
        ),
        (&["João", "Conceição"], vec![Box::new(dos(850)), Box::new(whatwg(WINDOWS_1252))]),
        (&["Søren", "Ærø"], vec![Box::new(dos(850)), Box::new(whatwg(WINDOWS_1252))]),
        (
            &["Łukasz", "Małgorzata Wójcik", "Żaneta"],
            vec![Box::new(dos(852)), Box::new(whatwg(WINDOWS_1250))],
        ),
        (&["Jiří", "Dvořák", "Lukáš Černý"], vec![Box::new(dos(852)), Box::new(whatwg(WINDOWS_1250))]),
        (&["Иванов", "Петров Иван"], vec![Box::new(whatwg(IBM866)), Box::new(whatwg(WINDOWS_1251))]),
        (&["Γιώργος", "Μαρία"], vec![Box::new(dos(737)), Box::new(whatwg(WINDOWS_1253))]),
        (&["Şükrü Öz", "Işıl Çağ"], vec![Box::new(dos(857)), Box::new(whatwg(WINDOWS_1254))]),
        (&["שלום כהן", "דוד לוי"], vec![Box::new(dos(862)), Box::new(whatwg(WINDOWS_1255))]),
        (&["محمد", "علي حسن"], vec![Box::new(whatwg(WINDOWS_1256))]),
        (&["张三", "李四", "王五"], vec![Box::new(whatwg(GBK))]),
        (&["欧阳娜娜", "诸葛亮"], vec![Box::new(whatwg(GBK))]),
        (&["陳大文", "林小明"], vec![Box::new(whatwg(BIG5))]),
        (&["田中", "佐藤", "さくら"], vec![Box::new(whatwg(SHIFT_JIS))]),
        (&["김철수", "이영희"], vec![Box::new(whatwg(EUC_KR))]),
    ];
    for (names, encodings) in cases {
        for (at, encode) in encodings.iter().enumerate() {
            assert_eq!(submissions(&foreign(names, encode)), expected(names), "{at}");
        }
    }
}

#[test]
fn the_encoding_that_is_named_is_used() {
    let names = ["Вера", "Яна"];
    let bytes = foreign(&names, whatwg(encoding_rs::KOI8_R));
    let mut place = Place::new();
    let input = place.upload("c.zip", &bytes);
    let name_encoding: Option<NameEncoding> = Some("koi8-r".parse().unwrap());
    let found = batch(&Request { name_encoding, ..request(vec![input]) });
    assert_eq!(outline(&found), expected(&names));
    for name in ["gbk", "GB18030", "Shift_JIS", "cp866", "866", "ibm437", "cp850", "cp932", "CP936", "euc-kr"]
    {
        assert!(name.parse::<NameEncoding>().is_ok(), "{name}");
    }
    for name in ["", "cp", "cp1", "x-klingon", "utf"] {
        assert!(name.parse::<NameEncoding>().is_err(), "{name}");
    }
}

#[test]
fn composed_and_decomposed_letters_are_one_name() {
    let all = files(&["Mu\u{308}ller/m.c", "b/m.c", "info.csv"]);
    let mut place = Place::new();
    for input in [place.folder("class", &all), place.upload("class.zip", &zip(&all))] {
        assert_eq!(outline(&batch(&request(vec![input])))[0], "M\u{fc}ller: m.c");
    }
    // The table has composed letters, the folder has others, and the other way round.
    for (folder, row) in [("Mu\u{308}ller", "M\u{fc}ller"), ("M\u{fc}ller", "Mu\u{308}ller")] {
        let mut all = files(&[&format!("{folder}/m.c"), "b/m.c"]);
        let table = format!("filename,full_name\n{row},Zoe\u{308} {row}\nb,Bob\n");
        all.push(("info.csv".to_owned(), table.into_bytes()));
        let found = upload("class.zip", &zip(&all)).unwrap().0;
        assert_eq!(outline(&found), ["Bob: m.c", "Zo\u{eb} M\u{fc}ller: m.c"]);
    }
    // Rules and starter code name folders too.
    let mut all = files(&["Mu\u{308}ller/m.c", "b/m.c", "u\u{308}/m.c"]);
    all[0].1 = b"// caf\xe9 \xe1\xe2\xe3\n".to_vec();
    let mut sent = request(vec![place.upload("class.zip", &zip(&all))]);
    sent.say(&["M\u{fc}ller/*.c=ISO-8859-7".to_owned()], &["\u{fc}".to_owned()]).unwrap();
    let found = batch(&sent);
    assert_eq!(found.submissions[0].files[0].encoding, "ISO-8859-7");
    assert_eq!((outline(&found).len(), found.boilerplate.len()), (2, 1));
}
