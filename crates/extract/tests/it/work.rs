//! Tests how the work grows with the size of an upload. Work is measured as bytes requested from the allocator. Four
//! times the files must take about four times the work. A quadratic step would take sixteen times as much.

use std::fmt::Write as _;

use chaffinch_extract::{Input, Limits, Looked, Request, extract, survey};

use crate::made::{Files, Place, request, tar};

/// Number of files of the smaller upload.
const FEW: usize = 300;
/// Factor between the two uploads.
const TIMES: usize = 4;

/// Limits that every request stays within.
fn unlimited() -> Limits {
    Limits { submissions: usize::MAX, submission_files: usize::MAX, ..Limits::default() }
}

fn asked_for(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).bytes_total
}

/// Checks that the work of a request grows like its number of files. A sorted list costs a little more.
fn grows_evenly(what: &str, mut make: impl FnMut(usize, &mut Place) -> Request) {
    let [few, many] = [FEW, FEW * TIMES].map(|files| {
        let mut place = Place::new();
        let request = Request { limits: unlimited(), ..make(files, &mut place) };
        let surveyed = asked_for(|| drop(survey(&request, &|_| Looked::default()).unwrap().shared_files()));
        [surveyed, asked_for(|| drop(extract(&request).unwrap()))]
    });
    for (which, (few, many)) in ["surveyed", "extracted"].iter().zip(few.into_iter().zip(many)) {
        let most = few * TIMES as u64 * 3 / 2;
        assert!(many < most, "{what}, {which}: {few} bytes for {FEW} files, {many} for {}", FEW * TIMES);
    }
}

fn loose(files: usize, name: impl Fn(usize) -> String) -> Files {
    (0..files).map(|n| (name(n), format!("int x{n};\n").into_bytes())).collect()
}

fn class(place: &mut Place, files: usize, name: impl Fn(usize) -> String) -> Request {
    request(vec![place.upload("class.tar", &tar(&loose(files, name)))])
}

#[test]
fn loose_files_and_folders() {
    grows_evenly("loose files", |files, place| class(place, files, |n| format!("f{n:05}.c")));
    grows_evenly("folders", |files, place| class(place, files, |n| format!("s{n:05}/main.c")));
    grows_evenly("one folder", |files, place| class(place, files, |n| format!("s{}/f{n:05}.c", n % 2)));
    grows_evenly("deep folders", |files, place| {
        class(place, files, |n| format!("s{}/{}f{n:05}.c", n % 2, "x/".repeat(n % 40)))
    });
}

#[test]
fn names_that_collide() {
    grows_evenly("names alike but for their endings", |files, place| {
        class(place, files, |n| format!("main.c{n:05}"))
    });
    grows_evenly("numbered names", |files, place| class(place, files, |n| format!("main ({n}).c{}", n % 7)));
    grows_evenly("uploads of one name", |files, place| {
        let uploads = (0..files / 10).map(|n| place.upload("main.c", format!("int x{n};\n").as_bytes()));
        request(uploads.collect())
    });
    grows_evenly("archives with the same names", |files, place| {
        let uploads = (0..files / 10)
            .map(|n| place.upload(&format!("{n}/class.tar"), &tar(&loose(10, |n| format!("{n}.c")))));
        request(uploads.collect())
    });
    grows_evenly("entries of one path", |files, place| class(place, files, |n| format!("s{}/main.c", n % 2)));
}

#[test]
fn exports_of_platforms() {
    for (what, name) in [
        ("Moodle", (|n| format!("Ada {}_{n}_assignsubmission_file_/main.c", n % 9)) as fn(usize) -> String),
        ("Canvas", |n| format!("ada{}_{n}_{n}_main-{}.c", n % 9, n % 3)),
        ("Canvas, one person", |n| format!("ada_{}_{n}_main-{}.c", n % 2, n % 999)),
        ("Blackboard", |n| format!("Lab_ada{n}_attempt_2024-10-01-12-30-{:02}_main.c", n % 60)),
        ("GitHub Classroom", |n| format!("lab-ada{n}x/main.c")),
        ("Gradescope", |n| format!("submission_{n}/main.c")),
    ] {
        grows_evenly(what, |files, place| class(place, files, name));
    }
    grows_evenly("Dodona", |files, place| {
        let mut list = "filename,full_name,id,submission_id,created_at\n".to_owned();
        let mut files = loose(files, |n| format!("a{n}.c"));
        for (n, (name, _)) in files.iter().enumerate() {
            writeln!(list, "{name},Ada {},{n},{n},2024-10-01 12:30:05 +0200", n % 9).unwrap();
        }
        files.push(("info.csv".to_owned(), list.into_bytes()));
        request(vec![place.upload("class.tar", &tar(&files))])
    });
}

#[test]
fn what_is_said_and_what_is_skipped() {
    grows_evenly("skipped files", |files, place| {
        let binary = (0..files).map(|n| (format!("s{}/f{n:05}.png", n % 3), b"\x89PNG\r\n".to_vec()));
        let readable = loose(3, |n| format!("s{n}/main.c"));
        request(vec![place.upload("class.tar", &tar(&binary.chain(readable).collect()))])
    });
    grows_evenly("handed out", |files, place| {
        let names =
            (0..files / 4).map(|n| if n % 2 == 0 { format!("f{n:05}") } else { format!("nobody {n}") });
        let mut said = class(place, files, |n| format!("f{n:05}.c"));
        said.handed_out.submissions.extend(names);
        said
    });
    grows_evenly("boilerplate", |files, place| {
        let handed_out = (0..files / 10).map(|n| place.upload("base.c", format!("int x{n};\n").as_bytes()));
        let boilerplate: Vec<Input> = handed_out.collect();
        Request { boilerplate, ..class(place, 20, |n| format!("f{n:05}.c")) }
    });
    grows_evenly("earlier submissions", |files, place| {
        let archives = (0..files / 10)
            .map(|n| place.upload(&format!("{n}.tar"), &tar(&loose(10, |n| format!("{n}.c")))));
        let archives: Vec<Input> = archives.collect();
        Request { archives, ..class(place, 20, |n| format!("f{n:05}.c")) }
    });
}

#[test]
fn too_many_submissions_are_refused_before_anything_is_made_of_them() {
    let mut place = Place::new();
    // A name that is part of several candidate names for each file.
    let long = "x".repeat(900);
    let class = place.upload(&format!("{long}.tar"), &tar(&loose(FEW, |n| format!("f{n:05}.c"))));
    let taken = Request { limits: unlimited(), ..request(vec![class]) };
    let refused = Request { limits: Limits { submissions: 10, ..unlimited() }, ..taken.clone() };
    let mut message = String::new();
    let saved = asked_for(|| drop(survey(&taken, &|_| Looked::default()).unwrap()))
        - asked_for(|| message = survey(&refused, &|_| Looked::default()).unwrap_err().to_string());
    let expected = format!(
        "{FEW} submissions, more than 10, the limit for one request; send fewer submissions, or ask the operator to \
             raise the limit (submissions) to {FEW}"
    );
    assert_eq!(message, expected);
    assert!((4 * long.len() * (FEW - 10)) as u64 <= saved, "{saved} bytes saved");
}
