//! Recognises trees whose folders are no students: tasks, languages or sections of a course, with the work of each student
//! inside. Only names decide.

use std::collections::{BTreeMap, BTreeSet};

use crate::input::clutter::{STRAY, is_stray};
use crate::input::tree::{Folder, Node, joined};
use crate::layout::names::without_ending_if_any;

/// What the folders of a tree are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// Tasks, or languages. Equal names inside are one student.
    Tasks,
    /// Sections of a course. Equal names inside are several students.
    Sections,
}

const TASKS: &str = "
    q question frage pregunta task aufgabe tarea exercise ex exercice ejercicio esercizio übung uebung ue
    problem problème problema assignment assign hw homework hausaufgabe ha devoir week woche semaine semana day
    lab labor labo tp td part teil partie project projekt quiz test exam sheet blatt serie unit chapter kapitel
    module lesson ps pset step milestone ms challenge reto
";
const LANGUAGES: &str = "
    c c++ cpp csharp c# cs java kotlin scala groovy python python3 py ruby rb perl php javascript js typescript ts
    go golang rust swift objective-c haskell ocaml f# fsharp elixir erlang clojure lisp scheme racket prolog lua r
    julia matlab octave sql bash shell powershell pascal fortran ada dart zig nim d vb cobol assembly
";
const SECTIONS: &str = "
    section sec sect tutorial tut tutorium class klasse kurs course clase classe period cohort seminar seminargruppe
    übungsgruppe uebungsgruppe parallel zug monday tuesday wednesday thursday friday montag dienstag mittwoch
    donnerstag freitag mo di mi do fr mon tue wed thu fri
";

/// Names of files and folders of programs. They are no students, whatever is around them.
const OF_PROGRAMS: &str = "
    src source lib libs include bin build test tests doc docs res resources assets data images img css js html
    static templates public config scripts main index app program prog code solution answer submission script util
    utils helper helpers client server model view controller models views backend frontend report hello game
    makefile setup run input output task part a b c d
";

/// Returns what the folders in this one are, if they are no students. `None` also means that nobody can know.
pub(super) fn of(folder: &Folder) -> Option<Level> {
    let containers = || folder.entries.iter().filter_map(|(name, node)| Some((name, node.container()?)));
    let mut counts = BTreeMap::<&str, usize>::new();
    for (_, inner) in containers() {
        for name in inner_names(inner).collect::<BTreeSet<_>>() {
            *counts.entry(name).or_default() += 1;
        }
    }
    let outer = containers().count();
    // Folders that are numbered alike are of one task: `lab1_ann`, `lab1_bob`.
    let labels: BTreeSet<String> = containers().map(|(name, _)| label(name)).collect();
    if outer < 2
        || labels.len() < outer
        || counts.len() < 2
        || counts.keys().filter(|name| is_of_program(name)).count() * 4 > counts.len()
    {
        return None;
    }
    let again = counts.values().filter(|&&count| count > 1).count();
    // Folders of students may be numbered, too, but then hold fewer tasks than there are students.
    if containers().all(|(name, _)| is_step(name)) {
        return (outer * 2 <= counts.len() && counts.len() <= again * 2).then_some(Level::Tasks);
    }
    let level =
        containers().map(|(name, _)| kind(name)).reduce(|a, b| a.filter(|a| Some(*a) == b)).flatten()?;
    let is_language = || containers().all(|(name, _)| is_word(name, LANGUAGES));
    let is_level = match level {
        // The same people work on all tasks, but each may choose a language.
        Level::Tasks if is_language() => counts.len() > outer,
        Level::Tasks => again * 2 >= counts.len(),
        Level::Sections => counts.len() > outer && again * 4 <= counts.len(),
    };
    is_level.then_some(level)
}

/// Returns the names of the students in a folder of tasks.
fn inner_names(folder: &Folder) -> impl Iterator<Item = &str> {
    let named = folder.entries.iter().filter(|(name, node)| match node {
        Node::File(_) => !is_stray(name),
        Node::Other(_) => false,
        Node::Folder(_) | Node::Archive(_) => true,
    });
    named.map(|(name, node)| student_of(name, node))
}

/// Returns the student in the name of their work in a task: `Jane Smith`, `jane.py`, `Jane Smith 120_Attempt 1_main.py`.
fn student_of<'a>(name: &'a str, node: &Node) -> &'a str {
    match name.split_once("_Attempt ") {
        Some((student, _)) if !student.is_empty() => student,
        _ => without_ending_if_any(name, node),
    }
}

/// Returns what the name of a folder says that it is.
fn kind(name: &str) -> Option<Level> {
    if is_word(name, TASKS) || is_word(name, LANGUAGES) {
        return Some(Level::Tasks);
    }
    is_word(name, SECTIONS).then_some(Level::Sections)
}

/// Returns whether a name begins with the number of a step (`01-python`, `2`), or is a date (`20180911`).
fn is_step(name: &str) -> bool {
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    let is_number = name.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '_' | '.'));
    if is_number && digits.len() == 8 {
        return chrono::NaiveDate::parse_from_str(&digits, "%Y%m%d").is_ok();
    }
    let leading = name.chars().take_while(char::is_ascii_digit).count();
    matches!(leading, 1 | 2) && (digits.len() < 3 || !is_number)
}

/// Returns the beginning of a name up to its first number, or the whole name if it has none.
fn label(name: &str) -> String {
    let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let after = name[digits..].find(|c: char| !c.is_ascii_digit()).map_or(name.len(), |at| digits + at);
    name[..after].to_lowercase()
}

/// Returns whether a name begins with one of the words (`Q1 - Sorting`, `week_02`, `Section A`). A language has nothing
/// after it.
fn is_word(name: &str, words: &str) -> bool {
    let name = name.to_lowercase();
    let word = name.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let rest = &name[word.len()..];
    let is_numbered =
        rest.chars().any(|c| c.is_ascii_digit()) || rest.trim_matches([' ', '_', '-']).len() == 1;
    is_among(words, &name) || (words != LANGUAGES && is_numbered && is_among(words, word))
}

/// Takes the work of students out of folders of tasks: that of one student in all tasks is one submission, with a folder
/// for each task. Files beside the folders stay.
pub(super) fn by_student(folder: &mut Folder) -> Vec<(String, Folder)> {
    let mut students = BTreeMap::<String, Folder>::new();
    for (task, inner) in containers_of(folder) {
        folder.listed.extend(inner.listed.into_iter().map(|(name, reason)| (joined(&task, &name), reason)));
        for (name, node) in inner.entries {
            let student = student_of(&name, &node).to_owned();
            let work = match node {
                Node::Folder(work) | Node::Archive(work) => work,
                Node::Other(reason) => {
                    folder.listed.push((joined(&task, &name), reason));
                    continue;
                }
                Node::File(_) if is_stray(&name) => {
                    folder.listed.push((joined(&task, &name), STRAY.to_owned()));
                    continue;
                }
                file @ Node::File(_) => {
                    Folder { entries: BTreeMap::from([(name, file)]), ..Folder::default() }
                }
            };
            students.entry(student).or_default().absorb_at(&task, Node::Folder(work));
        }
    }
    students.into_iter().collect()
}

/// Takes the work of students out of folders of sections: section, name and node of each. Files beside the folders stay.
pub(super) fn by_section(folder: &mut Folder) -> Vec<(String, String, Node)> {
    let mut found = Vec::new();
    for (section, node) in containers_of(folder) {
        folder.listed.extend(node.listed.into_iter().map(|(name, reason)| (joined(&section, &name), reason)));
        found.extend(node.entries.into_iter().map(|(name, node)| (section.clone(), name, node)));
    }
    found
}

/// Removes and returns the containers in a folder.
fn containers_of(folder: &mut Folder) -> Vec<(String, Folder)> {
    let taken = folder.entries.extract_if(.., |_, node| node.container().is_some());
    let opened = taken.filter_map(|(name, node)| match node {
        Node::Folder(inner) | Node::Archive(inner) => Some((name, inner)),
        Node::File(_) | Node::Other(_) => None,
    });
    opened.collect()
}

/// Returns whether the folders may be sections or tasks, although their names do not say so: each holds several folders and
/// nothing else, none of which is a part of a program or a task, and there are more of these than folders around them.
pub(super) fn is_doubtful(folder: &Folder) -> bool {
    let containers = || folder.entries.values().filter_map(Node::container);
    let is_student = |(name, node): (&String, &Node)| match node {
        Node::File(_) => is_stray(name),
        Node::Other(_) => true,
        node => node.container().is_some() && !is_of_program(name),
    };
    let students: BTreeSet<&str> = containers().flat_map(inner_names).collect();
    let outer = containers().count();
    let all = |inner: &Folder| inner_names(inner).count() > 1 && inner.entries.iter().all(is_student);
    outer > 1 && students.len() > outer && containers().all(all)
}

/// Returns whether a name is that of a part of a program, or of a task.
fn is_of_program(name: &str) -> bool {
    kind(name).is_some() || is_among(OF_PROGRAMS, &name.to_lowercase())
}

fn is_among(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}
