//! Decodes the bytes of a file to text, or says why they are not text. Pure functions.

use chaffinch_submission::SourceFile;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

use super::western::corrected;
use crate::survey::Looked;

/// A decoded file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    /// The file without its path.
    pub(crate) file: SourceFile,
    /// What a survey keeps of the text, if the text itself is not kept.
    pub(crate) seen: Option<Seen>,
    /// The cells of a notebook that are not code.
    pub(crate) prose: Option<Box<Text>>,
}

impl Text {
    /// Returns whether there is only white space in it.
    pub(crate) fn is_blank(&self) -> bool {
        self.seen.as_ref().map_or_else(|| self.file.text.trim().is_empty(), |seen| seen.is_blank)
    }
}

/// What a survey keeps of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) bytes: u64,
    /// Whether it has only white space.
    pub(crate) is_blank: bool,
    pub(crate) looked: Looked,
}

/// First bytes of formats that are often handed in beside the program, so that the reason can name them.
const FORMATS: &[(&[u8], &str)] = &[
    (b"%PDF-", "PDF"),
    (b"PK\x03\x04", "zip"),
    (b"\x1f\x8b", "gzip"),
    (b"\x7fELF", "ELF program"),
    (b"MZ\x90\0", "Windows program"),
    (b"\xca\xfe\xba\xbe", "Java class"),
    (b"\xcf\xfa\xed\xfe", "Mach-O program"),
    (b"\x89PNG\r\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF8", "GIF image"),
    (b"Rar!\x1a\x07", "rar"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Office document"),
    (b"SQLite format 3\0", "SQLite database"),
    (b"!<arch>\n", "object library"),
    (b"\0\x01\0\0", "font"),
    (b"OTTO", "font"),
    (b"wOFF", "font"),
    (b"wOF2", "font"),
    (b"\0\0\x01\0", "icon"),
    (b"ID3", "recording"),
    (b"OggS", "recording"),
    (b"\x1aE\xdf\xa3", "film"),
];

/// If one in this many characters is a control character or was replaced, the file is not text.
const CONTROL_SHARE: usize = 10;

/// A text may contain this many NUL characters, or one in [`NUL_SHARE`] characters if that is more. Compilers of C warn
/// of them and read on, so one of them must not keep a program from being compared.
const FEW_NULS: usize = 16;
const NUL_SHARE: usize = 100;

/// A text with NUL characters may have one in this many characters that is a control character or was replaced.
/// Compressed data has one in ten.
const CONTROL_SHARE_BESIDE_NULS: usize = 50;

/// UTF-32 in both orders of bytes. The WHATWG has no names for it.
const UTF_32LE: &str = "UTF-32LE";
const UTF_32BE: &str = "UTF-32BE";

/// Returns the encoding with this WHATWG name, or UTF-32, as decoded files have it.
pub fn encoding(name: &str) -> Option<&'static str> {
    let known = Encoding::for_label(name.as_bytes()).map(Encoding::name);
    known.into_iter().chain([UTF_32LE, UTF_32BE]).find(|known| *known == name)
}

/// Decodes a file, in the given encoding if there is one. `Err` holds the reason for the list of skipped files.
pub(crate) fn decode(bytes: Vec<u8>, declared: Option<&'static Encoding>) -> Result<Text, String> {
    let digest = *blake3::hash(&bytes).as_bytes();
    let (Decoded { mut text, replaced }, encoding) = match declared {
        // A byte order mark of this encoding is not part of the text.
        Some(encoding) => {
            let mark = Encoding::for_bom(&bytes)
                .filter(|(marked, _)| *marked == encoding)
                .map_or(0, |(_, mark)| mark);
            (decode_as(&bytes[mark..], encoding), encoding.name())
        }
        None => decoded(bytes)?,
    };
    // An end-of-file mark of DOS, form feeds and escapes occur in source files. Runs of them do not.
    // Those beyond ASCII are what is left of lines and letters that were encoded twice; data has as many others.
    let is_odd =
        |byte: &u8| byte.is_ascii_control() && !matches!(byte, b'\0' | b'\t' | b'\n' | b'\r' | b'\x0c');
    let controls = text.bytes().filter(is_odd).count();
    let characters = text.chars().count();
    let nuls = few_nuls(&text, characters).ok_or(NULS)?;
    if nuls > 0 && (controls + replaced) * CONTROL_SHARE_BESIDE_NULS > characters {
        return Err(NULS.to_owned());
    }
    if (controls + replaced) * CONTROL_SHARE > characters {
        return Err("not text (too many control characters)".to_owned());
    }
    let mut notes = match replaced {
        0 => Vec::new(),
        1 => vec!["1 undecodable sequence of bytes was replaced".to_owned()],
        n => vec![format!("{n} undecodable sequences of bytes were replaced")],
    };
    if nuls > 0 {
        // As GCC reads them. A space has the same length, so lines and offsets stay.
        text = text.replace('\0', " ");
        notes.push(match nuls {
            1 => "1 NUL character was read as a space".to_owned(),
            n => format!("{n} NUL characters were read as spaces"),
        });
    }
    let file = SourceFile { encoding, digest, notes, ..SourceFile::plain("", text) };
    Ok(Text { file, seen: None, prose: None })
}

/// Reason given for a file with more than a few NUL characters.
const NULS: &str = "not text (it contains NUL characters)";

/// Returns the number of NUL characters of a text with this many characters; `None` if there are more than a few.
pub(super) fn few_nuls(text: &str, characters: usize) -> Option<usize> {
    let nuls = text.bytes().filter(|&byte| byte == 0).count();
    let are_few = nuls <= FEW_NULS.max(characters / NUL_SHARE) && nuls * CONTROL_SHARE <= characters;
    are_few.then_some(nuls)
}

/// A text, and the number of places that could not be decoded.
struct Decoded {
    text: String,
    replaced: usize,
}

/// Detects the encoding and decodes the bytes.
fn decoded(bytes: Vec<u8>) -> Result<(Decoded, &'static str), String> {
    if let Some((_, format)) = FORMATS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(format!("not text ({format})"));
    }
    // The mark of UTF-32 begins like that of UTF-16.
    if let Some(read) = utf32(&bytes) {
        return Ok(read);
    }
    let (encoding, mark) = match Encoding::for_bom(&bytes) {
        Some(marked) => marked,
        None => (detected(&bytes), 0),
    };
    let read = if encoding == UTF_8 { lossy_utf8(bytes, mark) } else { decode_as(&bytes[mark..], encoding) };
    Ok((read, encoding.name()))
}

/// Detects the encoding of bytes without a mark.
fn detected(bytes: &[u8]) -> &'static Encoding {
    if bytes.contains(&0)
        && let Some(encoding) = unmarked_utf16(bytes)
    {
        return encoding;
    }
    // These escapes switch to letters of two bytes. No other encoding uses them. All bytes of such a file are ASCII.
    let escapes = |escape: &[u8]| escape == b"\x1b$B" || escape == b"\x1b$@";
    if bytes.is_ascii() && bytes.windows(3).any(escapes) && decode_as(bytes, ISO_2022_JP).replaced == 0 {
        return ISO_2022_JP;
    }
    if mostly_utf8(bytes) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    corrected(bytes, detector.guess(None, Utf8Detection::Deny))
}

/// Decodes UTF-32, with or without a byte order mark. In no other text are all groups of four bytes characters.
fn utf32(bytes: &[u8]) -> Option<(Decoded, &'static str)> {
    let (groups, []) = bytes.as_chunks::<4>() else { return None };
    let read = |to_number: fn([u8; 4]) -> u32| -> Option<String> {
        groups.iter().map(|&group| char::from_u32(to_number(group))).collect()
    };
    let (text, encoding) = match read(u32::from_le_bytes) {
        Some(text) => (text, UTF_32LE),
        None => (read(u32::from_be_bytes)?, UTF_32BE),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
    (!groups.is_empty()).then_some((Decoded { text, replaced: 0 }, encoding))
}

fn decode_as(bytes: &[u8], encoding: &'static Encoding) -> Decoded {
    let (text, malformed) = encoding.decode_without_bom_handling(bytes);
    let replaced = if malformed { text.matches('\u{fffd}').count() } else { 0 };
    Decoded { text: text.into_owned(), replaced }
}

/// Decodes UTF-8 from `start` on. Valid text is not copied.
fn lossy_utf8(mut bytes: Vec<u8>, start: usize) -> Decoded {
    bytes.drain(..start);
    String::from_utf8(bytes)
        .map_or_else(|error| decode_as(error.as_bytes(), UTF_8), |text| Decoded { text, replaced: 0 })
}

/// Returns whether bytes are UTF-8 with a few exceptions: valid characters beyond ASCII far outnumber invalid places. A
/// detector that only counts letters takes such files for windows-1252 and damages every umlaut.
fn mostly_utf8(bytes: &[u8]) -> bool {
    if str::from_utf8(bytes).is_ok() {
        return true;
    }
    let (mut valid, mut invalid) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    invalid * 4 <= valid
}

/// Detects UTF-16 without a byte order mark. Program text is mostly ASCII, so one byte of most pairs is NUL, always on
/// the same side, and all of the text can be decoded. Half a character may be left of a text that was cut off.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if pairs.is_empty() {
        return None;
    }
    let first = pairs.iter().filter(|pair| pair[0] == 0).count();
    let second = pairs.iter().filter(|pair| pair[1] == 0).count();
    let (encoding, nuls, strays) =
        if first < second { (UTF_16LE, second, first) } else { (UTF_16BE, first, second) };
    // Characters such as U+1F600 have a NUL on the other side.
    let least = if rest.is_empty() { 5 } else { 2 };
    let regular = nuls * least >= pairs.len() && strays * 20 <= nuls;
    let whole = &bytes[..bytes.len() - rest.len()];
    let malformed = || encoding.decode_without_bom_handling_and_without_replacement(whole).is_none();
    (regular && !malformed()).then_some(encoding)
}

#[cfg(test)]
mod tests {
    use encoding_rs::Encoding;
    use proptest::prelude::*;

    use super::decode;

    fn check(bytes: &[u8], text: &str, encoding: &str) {
        let found = decode(bytes.to_vec(), None).expect("text");
        assert_eq!((found.file.text.as_str(), found.file.encoding), (text, encoding));
        assert!(found.file.notes.is_empty(), "{:?}", found.file.notes);
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn utf8_with_and_without_a_mark_keeps_its_line_ends() {
        check(b"", "", "UTF-8");
        check(b"int a;\r\nint b;\rint c;\n", "int a;\r\nint b;\rint c;\n", "UTF-8");
        check("\u{feff}// \u{fc}ber".as_bytes(), "// \u{fc}ber", "UTF-8");
        check(b"\xef\xbb\xbf", "", "UTF-8");
    }

    #[test]
    fn utf16_in_either_order_with_and_without_a_mark() {
        let text = "int main() { return 0; } // gr\u{fc}\u{df}e \u{1f600}\n";
        let marked = format!("\u{feff}{text}");
        check(&utf16(text, u16::to_le_bytes), text, "UTF-16LE");
        check(&utf16(text, u16::to_be_bytes), text, "UTF-16BE");
        check(&utf16(&marked, u16::to_le_bytes), text, "UTF-16LE");
        check(&utf16(&marked, u16::to_be_bytes), text, "UTF-16BE");
    }

    #[test]
    fn utf32_in_either_order_with_and_without_a_mark() {
        let utf32 = |text: &str, to_bytes: fn(u32) -> [u8; 4]| -> Vec<u8> {
            text.chars().flat_map(|c| to_bytes(u32::from(c))).collect()
        };
        for text in ["int main() { return 0; } // gr\u{fc}\u{df}e \u{1f600}\n", "x", "\u{540d}\u{524d}\n"] {
            let marked = format!("\u{feff}{text}");
            for text_or_marked in [text, &marked] {
                check(&utf32(text_or_marked, u32::to_le_bytes), text, "UTF-32LE");
                check(&utf32(text_or_marked, u32::to_be_bytes), text, "UTF-32BE");
            }
        }
        // Small numbers in a file of data are control characters.
        assert!(decode((0..64_u32).flat_map(u32::to_le_bytes).collect(), None).is_err());
    }

    #[test]
    fn utf16_without_a_mark_of_other_alphabets_and_cut_off() {
        let text = "\u{421}\u{443}\u{43c}\u{43c}\u{430} \u{447}\u{438}\u{441}\u{435}\u{43b}: \u{43e}\u{442}\u{432}\u{435}\u{442}\n";
        check(&utf16(text, u16::to_le_bytes), text, "UTF-16LE");
        check(&utf16(text, u16::to_be_bytes), text, "UTF-16BE");
        let mut cut = utf16("int main() { return 0; }", u16::to_le_bytes);
        cut.pop();
        let found = decode(cut, None).expect("text").file;
        assert_eq!((found.text.as_str(), found.encoding), ("int main() { return 0; \u{fffd}", "UTF-16LE"));
        assert_eq!(found.notes, ["1 undecodable sequence of bytes was replaced"]);
    }

    #[test]
    fn escapes_into_japanese_are_seen_though_every_byte_is_ascii() {
        check(b"// \x1b$B9g7W\x1b(B\nint a;\n", "// \u{5408}\u{8a08}\nint a;\n", "ISO-2022-JP");
        check(b"puts(\"\x1b[1mbold\x1b[0m\");\n", "puts(\"\u{1b}[1mbold\u{1b}[0m\");\n", "UTF-8");
    }

    #[test]
    fn what_is_said_of_an_encoding_goes_before_what_is_guessed() {
        for (bytes, declared, text) in [
            (&b"caf\xe9"[..], encoding_rs::ISO_8859_7, "caf\u{3b9}"),
            (b"\xff\xfea\0", encoding_rs::UTF_16LE, "a"),
            (b"a\0b\0", encoding_rs::UTF_16LE, "ab"),
            ("\u{fc}".as_bytes(), encoding_rs::WINDOWS_1252, "\u{c3}\u{bc}"),
        ] {
            let found = decode(bytes.to_vec(), Some(declared)).expect("text");
            assert_eq!((found.file.text.as_str(), found.file.encoding), (text, declared.name()));
        }
        assert!(decode(b"a\0b".to_vec(), Some(encoding_rs::WINDOWS_1252)).is_err(), "still no text");
    }

    #[test]
    fn encodings_are_known_by_the_names_that_files_have() {
        for name in ["UTF-8", "UTF-16LE", "windows-1252", "Big5", "UTF-32LE", "UTF-32BE"] {
            assert_eq!(super::encoding(name), Some(name));
        }
        assert_eq!(super::encoding("latin1"), None, "a label of windows-1252");
        assert_eq!(super::encoding("klingon"), None);
    }

    #[test]
    fn older_encodings_are_guessed() {
        check(b"// na\xefve caf\xe9, pi\xf1ata\n", "// na\u{ef}ve caf\u{e9}, pi\u{f1}ata\n", "windows-1252");
        let russian = "// \u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{44d}\u{442}\u{43e} \u{43c}\u{43e}\u{44f} \
                       \u{43f}\u{440}\u{43e}\u{433}\u{440}\u{430}\u{43c}\u{43c}\u{430}\n";
        let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(russian);
        check(&bytes, russian, "windows-1251");
    }

    #[test]
    fn a_damaged_byte_does_not_turn_utf8_into_something_else() {
        let found =
            decode(b"// gr\xc3\xbc\xc3\x9fe an M\xc3\xbcller und \xc3\xa4hnliche \xff leute".to_vec(), None);
        let found = found.expect("text");
        assert_eq!(found.file.encoding, "UTF-8");
        assert_eq!(found.file.text, "// gr\u{fc}\u{df}e an M\u{fc}ller und \u{e4}hnliche \u{fffd} leute");
        assert_eq!(found.file.notes, ["1 undecodable sequence of bytes was replaced"]);
    }

    #[test]
    fn a_few_nul_characters_are_read_as_spaces() {
        let program = "int main(void) { return 0; }\n".repeat(10);
        for places in [&[5][..], &[0], &[program.len()], &[3, 30, 31, 200]] {
            let mut bytes = program.clone().into_bytes();
            let mut text = program.clone();
            for &at in places {
                bytes.insert(at, 0);
                text.insert(at, ' ');
            }
            let found = decode(bytes, None).expect("text");
            assert_eq!((found.file.text, found.file.encoding), (text.clone(), "UTF-8"));
            let note = match places.len() {
                1 => "1 NUL character was read as a space".to_owned(),
                n => format!("{n} NUL characters were read as spaces"),
            };
            assert_eq!(found.file.notes, [note]);
        }
        // In UTF-16, too, and in an older encoding.
        let with_nul = program.replacen(' ', "\0", 1);
        for bytes in
            [utf16(&format!("\u{feff}{with_nul}"), u16::to_le_bytes), utf16(&with_nul, u16::to_be_bytes)]
        {
            let found = decode(bytes, None).expect("text");
            assert_eq!((found.file.text, found.file.notes.len()), (program.clone(), 1));
        }
        let found = decode(b"// caf\xe9, pi\xf1ata\0\nint a;\n".to_vec(), None).expect("text");
        assert_eq!(found.file.text, "// caf\u{e9}, pi\u{f1}ata \nint a;\n");
        // More than a few are no text.
        let padded = [program.as_bytes(), &[0; 30]].concat();
        assert_eq!(decode(padded, None), Err("not text (it contains NUL characters)".to_owned()));
    }

    proptest! {
        /// Any few NUL characters in a program leave it a program, and nothing else changes.
        #[test]
        fn nul_characters_change_nothing_else(
            lines in prop::collection::vec("[ -~]{20,60}", 10..30),
            places in prop::collection::vec(any::<prop::sample::Index>(), 1..16),
        ) {
            let text = lines.join("\n");
            let mut bytes = text.clone().into_bytes();
            for place in &places {
                bytes[place.index(text.len())] = 0;
            }
            let expected: String =
                bytes.iter().map(|&byte| if byte == 0 { ' ' } else { char::from(byte) }).collect();
            if let Err(reason) = decode(bytes.clone(), None) {
                let known = super::FORMATS.iter().any(|(magic, _)| bytes.starts_with(magic));
                prop_assert!(known, "{}", reason);
            } else {
                prop_assert_eq!(decode(bytes, None).map(|found| found.file.text), Ok(expected));
            }
        }

        /// Compressed and other binary data is never taken for text.
        #[test]
        fn random_bytes_are_no_text(mut bytes in prop::collection::vec(any::<u8>(), 300..2000)) {
            bytes[100] = 0;
            prop_assume!(Encoding::for_bom(&bytes).is_none());
            prop_assert!(decode(bytes, None).is_err());
        }
    }

    #[test]
    fn lines_of_a_frame_that_were_encoded_twice_are_text() {
        let frame: String = "┌──────────────────────┐\n".repeat(20).bytes().map(char::from).collect();
        let text = format!("// {}\nint main() {{ return 0; }}\n", frame.replace('\n', "\n// "));
        assert_eq!(decode(text.clone().into_bytes(), None).map(|read| read.file.text), Ok(text));
    }

    #[test]
    fn binary_files_are_told_by_name_where_known() {
        for (bytes, reason) in [
            (&b"\x7fELF\x02\x01\x01"[..], "not text (ELF program)"),
            (b"%PDF-1.4 all printable", "not text (PDF)"),
            (b"\xca\xfe\xba\xbe\0\0\0\x34", "not text (Java class)"),
            (b"a\0b\0c, and so on, d\0e", "not text (it contains NUL characters)"),
            (b"abc\0def \x01, and so on", "not text (it contains NUL characters)"),
            (b"\x01\x02\x03\x04\x05\x06\x07 abc", "not text (too many control characters)"),
        ] {
            assert_eq!(decode(bytes.to_vec(), None), Err(reason.to_owned()));
        }
    }
}
