//! The list of attacks by upload, with the expected result of each.

use super::bombs::{self, Entry};

/// The expected result of an upload.
pub(super) enum Fate {
    /// Refused with this status and code.
    Refused(u16, &'static str),
    /// Accepted and compared. The reason of a skipped file contains this text.
    Listed(&'static str),
    /// Accepted and compared.
    Taken,
    /// Accepted. Its job fails, and the reason contains this text.
    Fails(&'static str),
}

use Fate::{Fails, Listed, Refused, Taken};

pub(super) struct Case {
    /// Description of the attack.
    pub(super) what: &'static str,
    /// Name of the file.
    pub(super) name: &'static str,
    pub(super) fate: Fate,
    /// Makes the file. With `full`, it has the size of the known attack even if receiving it takes long.
    pub(super) make: fn(full: bool) -> Vec<u8>,
}

const GB: u64 = 1 << 30;

/// Returns a zip with names that denote a device or another path for some programs that unpack it. Here they are only
/// names.
fn reserved() -> Vec<u8> {
    let names = ["CON.c", "nul.c", "aux.c", "COM1", "a.c.", "b .c ", "a:stream.c", "A/MAIN.c", "a/Main.c"];
    bombs::class(names.map(|name| Entry::stored(format!("c/{name}"), b"int c;")))
}

fn leading_to(path: &str) -> Vec<u8> {
    bombs::class([Entry::stored(path, b"int evil;")])
}

fn changed(change: fn(&mut Entry)) -> Vec<u8> {
    let mut entry = Entry::stored("c/main.c", b"int c;");
    change(&mut entry);
    bombs::class([entry])
}

pub(super) fn all() -> Vec<Case> {
    let case = |what, name, fate, make| Case { what, name, fate, make };
    vec![
        case("10 GB of zeros, zip", "class.zip", Listed("16777216"), |_| bombs::zip_of_zeros(10 * GB)),
        case("10 GB of zeros that say they are 7 bytes", "class.zip", Listed("declared"), |_| {
            let data = bombs::zeros(10 * GB);
            let entry = Entry { method: 8, size: 7, data, ..Entry::stored("c/small.c", b"") };
            bombs::class([entry])
        }),
        case("10 GB of zeros, tar.gz", "class.tar.gz", Refused(422, "total-size"), |_| {
            let header = bombs::tar_header("a/main.c", 10 * GB, tar::EntryType::Regular);
            bombs::gzip_of_zeros(&header, 10 * GB)
        }),
        case("10 GB of zeros, a single gz", "main.c.gz", Refused(422, "too-few-submissions"), |_| {
            bombs::gzip_of_zeros(b"", 10 * GB)
        }),
        case(
            "250 entries on one body (full overlap)",
            "class.zip",
            Refused(422, "overlapping-entries"),
            |_| bombs::full_overlap(250, 21 << 20),
        ),
        case(
            "250 entries that quote each other (5 GB)",
            "class.zip",
            Refused(422, "overlapping-entries"),
            |_| bombs::quoted_overlap(250, 21 << 20),
        ),
        case(
            "65,534 that quote each other (280 TB)",
            "class.zip",
            Refused(422, "overlapping-entries"),
            |_| bombs::quoted_overlap(65_534, 4 * GB - (16 << 20)),
        ),
        case("the same in zip64's form", "class.zip", Refused(422, "overlapping-entries"), |_| {
            bombs::quoted_overlap(5_000, 8 * GB)
        }),
        case("42.zip: 5 layers of 16, 512 MB each", "42.zip", Refused(422, "ratio"), |_| {
            bombs::forty_two(5, 512 << 20)
        }),
        case("a student's bomb in the class's archive", "class.zip", Listed("200 times its size"), |_| {
            let zeros = Entry::shrunk("0.c", &vec![0; 15 << 20]);
            let bomb = bombs::zip(&[zeros.clone(), Entry { name: b"1.c".to_vec(), ..zeros }]);
            bombs::class([Entry::stored("c.zip", &bomb)])
        }),
        case("a student's archive of 60,000 entries", "class.zip", Listed("inside an upload"), |_| {
            bombs::class([Entry::shrunk("c.zip", &bombs::empty_entries(60_000))])
        }),
        case("zeros stored in an archive that the class shrinks", "class.zip", Taken, |_| {
            let zeros = Entry::stored("0.c", &vec![0; 10 << 20]);
            let inner = bombs::zip(&[zeros.clone(), Entry { name: b"1.c".to_vec(), ..zeros }]);
            bombs::class([Entry::shrunk("c.zip", &inner)])
        }),
        case("archives 50 deep", "class.zip", Listed("more than 3 deep"), |_| bombs::nested(50)),
        case("a zip that holds itself", "class.zip", Listed("more than 3 deep"), |_| {
            bombs::class([Entry::stored("c/r.zip", &super::quine::quine())])
        }),
        case("a million empty entries, zip", "class.zip", Refused(422, "too-many-entries"), |_| {
            bombs::empty_entries(1_000_000)
        }),
        case("a million empty entries, tar.gz", "class.tar.gz", Refused(422, "too-many-entries"), |_| {
            bombs::empty_entries_in_tar(1_000_000)
        }),
        case("100 entries of 4 GB that hold nothing", "class.zip", Listed("the limit for one file"), |_| {
            let lie = |at| Entry { size: u32::MAX.into(), ..Entry::stored(format!("c/{at}.c"), b"int c;") };
            bombs::class((0..100).map(lie))
        }),
        case("an entry that ends early", "class.zip", Listed("damaged"), |_| {
            changed(|entry| entry.size = 900)
        }),
        case("encrypted", "class.zip", Listed("encrypted"), |_| changed(|entry| entry.flags = 1)),
        case("cut short, zip", "class.zip", Refused(422, "damaged-archive"), |_| {
            let mut bytes = bombs::class([]);
            bytes.truncate(bytes.len() - 30);
            bytes
        }),
        case("a link", "class.zip", Listed("link"), |_| changed(|entry| entry.mode = 0o120_777)),
        case("a device", "class.tar", Listed("not a regular file"), |_| {
            let file = |name: &str| {
                let mut bytes = bombs::tar_header(name, 6, tar::EntryType::Regular);
                bytes.extend(b"int a;");
                bytes.resize(1024, 0);
                bytes
            };
            let device = bombs::tar_header("c/zero.c", 0, tar::EntryType::Char);
            [file("a/main.c"), file("b/main.c"), device, vec![0; 1024]].concat()
        }),
        case("..", "class.zip", Listed("unsafe path"), |_| leading_to("../../etc/cron.d/evil")),
        case("an absolute path", "class.zip", Taken, |_| leading_to("/etc/passwd")),
        case("a drive", "class.zip", Taken, |_| leading_to("C:\\Windows\\evil.c")),
        case("another machine", "class.zip", Taken, |_| leading_to("\\\\host\\share\\a.c")),
        case("a path of 60,000 parts", "class.zip", Listed("path of 60000 bytes"), |_| {
            leading_to(&"d/".repeat(30_000))
        }),
        case("reserved names, and names alike", "class.zip", Taken, |_| reserved()),
        case("words without end", "class.zip", Fails("more memory than it may use"), |full| {
            if full { bombs::many_tokens(32, 15 << 20) } else { bombs::many_tokens(4, 6 << 20) }
        }),
    ]
}
