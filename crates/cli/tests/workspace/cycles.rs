//! No file of a crate imports, directly or through others, a file that imports it. Reads the sources as tokens and
//! resolves each path to the file that defines its name, so an import of a re-exported name counts as an import of the
//! file that defines it. Tests inside the sources are left out: they may import what they test.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Path of a module in its crate; empty for the root.
type Module = Vec<String>;

/// A source file without comments, strings and tests.
struct File {
    path: PathBuf,
    /// Names of items that it defines.
    items: BTreeSet<String>,
    /// Every imported name and its path. A path that ends in `*` has the name `*`.
    imports: Vec<Import>,
    /// Paths of at least two names in the code outside of `use`.
    paths: Vec<Vec<String>>,
    /// Every name in the code outside of `use`.
    names: BTreeSet<String>,
}

struct Import {
    name: String,
    path: Vec<String>,
    /// `pub use` or `pub(crate) use`: others may import the name from here.
    exported: bool,
}

/// Returns the names, brackets, `::` and single characters of Rust code, without comments and literals.
fn tokens(code: TokenStream) -> Vec<String> {
    let (mut tokens, mut is_joint) = (Vec::new(), false);
    for tree in code {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Parenthesis | Delimiter::None => ("(", ")"),
                };
                tokens.push(open.to_owned());
                tokens.extend(self::tokens(group.stream()));
                tokens.push(close.to_owned());
            }
            TokenTree::Punct(mark) => {
                match tokens.last_mut() {
                    Some(last) if is_joint && mark.as_char() == ':' && last == ":" => last.push(':'),
                    _ => tokens.push(mark.to_string()),
                }
                is_joint = mark.spacing() == Spacing::Joint;
            }
            TokenTree::Ident(name) => tokens.push(name.to_string()),
            TokenTree::Literal(_) => {}
        }
    }
    tokens
}

/// Returns the tokens without the items marked `#[cfg(test)]`.
fn without_tests(tokens: &[String]) -> Vec<String> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if tokens[at..].len() >= MARK.len()
            && tokens[at..].iter().zip(MARK).all(|(token, mark)| token == mark)
        {
            let mut depth = 0_usize;
            loop {
                match tokens.get(at).map(String::as_str) {
                    Some("{") => depth += 1,
                    Some("}") => depth -= 1,
                    None => break,
                    _ => {}
                }
                at += 1;
                if depth == 0 && matches!(tokens[at - 1].as_str(), "}" | ";") {
                    break;
                }
            }
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Reads a tree of imports from `at` and returns the position behind it.
fn tree(
    tokens: &[String],
    mut at: usize,
    prefix: &[String],
    exported: bool,
    imports: &mut Vec<Import>,
) -> usize {
    let mut path = prefix.to_vec();
    loop {
        match tokens[at].as_str() {
            "::" => at += 1,
            "{" => {
                at += 1;
                while tokens[at] != "}" {
                    at = tree(tokens, at, &path, exported, imports);
                    if tokens[at] == "," {
                        at += 1;
                    }
                }
                return at + 1;
            }
            "as" => {
                imports.push(Import { name: tokens[at + 1].clone(), path, exported });
                return at + 2;
            }
            token if token == "*" || is_name(token) => {
                path.push(token.to_owned());
                at += 1;
            }
            _ => {
                // `a::b::{self}` imports `b`.
                if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
                    path.pop();
                }
                if let Some(name) = path.last().cloned() {
                    imports.push(Import { name, path, exported });
                }
                return at;
            }
        }
    }
}

fn read(path: &Path) -> File {
    const ITEMS: [&str; 9] =
        ["struct", "enum", "trait", "type", "fn", "const", "static", "union", "macro_rules"];
    let tokens = without_tests(&tokens(std::fs::read_to_string(path).unwrap().parse().unwrap()));
    let mut file = File {
        path: path.to_owned(),
        items: BTreeSet::new(),
        imports: Vec::new(),
        paths: Vec::new(),
        names: BTreeSet::new(),
    };
    // The depths of braces at which modules inside the file begin. `super` leads out of them into the file itself.
    let (mut depth, mut inner) = (0_usize, Vec::new());
    let in_file = |path: &mut Vec<String>, inner: usize| {
        let supers = path.iter().take(inner).take_while(|name| *name == "super").count();
        if supers > 0 {
            path.splice(..supers, ["self".to_owned()]);
        }
    };
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at].as_str();
        match token {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inner.pop_if(|begin| *begin == depth);
            }
            "mod" if tokens.get(at + 2).is_some_and(|token| token == "{") => inner.push(depth),
            _ => {}
        }
        if token == "use" {
            let before = at.checked_sub(1).map(|at| tokens[at].as_str());
            let exported = matches!(before, Some("pub" | ")"));
            let known = file.imports.len();
            at = tree(&tokens, at + 1, &[], exported, &mut file.imports);
            file.imports[known..].iter_mut().for_each(|import| in_file(&mut import.path, inner.len()));
            continue;
        }
        if ITEMS.contains(&token)
            && let Some(name) = tokens[at + 1..].iter().find(|token| is_name(token))
        {
            file.items.insert(name.clone());
        }
        if is_name(token) {
            let mut path = vec![token.to_owned()];
            while tokens.get(at + 1).is_some_and(|token| token == "::")
                && tokens.get(at + 2).is_some_and(|token| is_name(token))
            {
                path.push(tokens[at + 2].clone());
                at += 2;
            }
            file.names.extend(path.first().cloned());
            in_file(&mut path, inner.len());
            if path.len() > 1 {
                file.paths.push(path);
            }
        }
        at += 1;
    }
    file
}

/// The sources of a crate by module.
struct Sources(BTreeMap<Module, File>);

impl Sources {
    fn read(folder: &Path) -> Self {
        let mut files = BTreeMap::new();
        Self::add(folder, &[], &mut files);
        Self(files)
    }

    fn add(folder: &Path, module: &[String], files: &mut BTreeMap<Module, File>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if name == "tests" {
                continue;
            }
            let child = [module, std::slice::from_ref(&name)].concat();
            if path.is_dir() {
                Self::add(&path, &child, files);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let module =
                    if ["lib", "main", "mod"].contains(&name.as_str()) { module.to_vec() } else { child };
                // A folder that several crates compile.
                let text = std::fs::read_to_string(&path).unwrap();
                for shared in text.split("#[path = \"").skip(1) {
                    let (target, rest) = shared.split_once("\"]\nmod ").unwrap();
                    let name = rest.split(';').next().unwrap().to_owned();
                    let shared = folder.join(target).parent().unwrap().to_owned();
                    Self::add(&shared, &[&module[..], &[name]].concat(), files);
                }
                files.insert(module, read(&path));
            }
        }
    }

    /// Returns a path from the root of the crate, or `None` for a path into another crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let mut base = module.to_vec();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => base.clear(),
            "self" => {}
            "super" => {
                base.pop()?;
            }
            first => {
                base.push(first.to_owned());
                if !self.0.contains_key(&base) {
                    return None;
                }
            }
        }
        rest = &rest[1..];
        while rest.first().is_some_and(|name| name == "super") {
            base.pop()?;
            rest = &rest[1..];
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    /// Returns the module whose file defines what an absolute path names. `None`: no file of this crate, or a module
    /// itself.
    fn defining(&self, path: &[String], depth: usize) -> Option<Module> {
        let modules = (0..=path.len()).rev().map(|length| path[..length].to_vec());
        let module = modules.into_iter().find(|module| self.0.contains_key(module))?;
        let name = path.get(module.len())?;
        let file = &self.0[&module];
        if file.items.contains(name) || depth == 0 {
            return Some(module);
        }
        let target = file.imports.iter().filter(|import| import.exported).find_map(|import| {
            let mut target = self.absolute(&module, &import.path)?;
            if import.name == "*" {
                target.pop();
                target.push(name.clone());
                let found = self.defining(&target, depth - 1)?;
                return self.0[&found].items.contains(name).then_some(found);
            }
            (import.name == *name).then(|| self.defining(&target, depth - 1))?
        });
        Some(target.unwrap_or(module))
    }

    /// Returns the modules that the file of a module imports from, with the names.
    fn imported(&self, module: &Module) -> BTreeMap<Module, BTreeSet<String>> {
        let file = &self.0[module];
        let mut paths: Vec<Vec<String>> = Vec::new();
        let mut modules: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for import in &file.imports {
            let Some(path) = self.absolute(module, &import.path) else { continue };
            if self.0.contains_key(&path) {
                modules.insert(&import.name, path);
            } else if !import.exported || file.names.contains(&import.name) {
                paths.push(path);
            }
        }
        for path in &file.paths {
            match modules.get(path[0].as_str()) {
                Some(base) => paths.push([base, &path[1..]].concat()),
                None => paths.extend(self.absolute(module, path)),
            }
        }
        let mut imported: BTreeMap<Module, BTreeSet<String>> = BTreeMap::new();
        for path in paths {
            if let Some(target) = self.defining(&path, 8).filter(|target| target != module) {
                let name = path[target.len().min(path.len() - 1)..].join("::");
                imported.entry(target).or_default().insert(name);
            }
        }
        imported
    }

    /// Returns one cycle for each group of files that import each other, as lines to read.
    fn cycles(&self) -> Vec<String> {
        let imports: BTreeMap<&Module, _> =
            self.0.keys().map(|module| (module, self.imported(module))).collect();
        let reachable = |from: &Module| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(module) = open.pop() {
                for next in imports[&module].keys() {
                    if seen.insert(next.clone()) {
                        open.push(next.clone());
                    }
                }
            }
            seen
        };
        let reached: BTreeMap<&Module, BTreeSet<Module>> =
            self.0.keys().map(|module| (module, reachable(module))).collect();
        let mut groups = BTreeSet::new();
        for (module, beyond) in &reached {
            if beyond.contains(*module) {
                let group = beyond.iter().filter(|other| reached[other].contains(*module));
                groups.insert(group.cloned().collect::<Vec<Module>>());
            }
        }
        let lines = |group: Vec<Module>| {
            let arrows = group.iter().flat_map(|from| {
                let within = imports[from].iter().filter(|(to, _)| group.contains(to));
                within.map(move |(to, names)| {
                    let names = names.iter().cloned().collect::<Vec<_>>().join(", ");
                    format!("  {} -> {}: {names}", self.0[from].path.display(), self.0[to].path.display())
                })
            });
            arrows.collect::<Vec<_>>().join("\n")
        };
        groups.into_iter().map(lines).collect()
    }
}

#[test]
fn no_files_import_each_other_in_a_cycle() {
    let mut cycles = Vec::new();
    for entry in std::fs::read_dir(super::root().join("crates")).unwrap() {
        let folder = entry.unwrap().path().join("src");
        if folder.is_dir() {
            cycles.extend(Sources::read(&folder).cycles());
        }
    }
    assert!(cycles.is_empty(), "{} import cycles:\n{}", cycles.len(), cycles.join("\n\n"));
}

#[test]
fn a_cycle_is_found_through_a_re_export() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("lib.rs", "mod a; mod b; mod c; pub use a::A;\nfn f() { c::g() }");
    write("a.rs", "use crate::b;\npub struct A;\nfn x() { b::y(\"crate::c\") } // crate::c::g");
    write("b.rs", "pub fn y() {}\n#[cfg(test)]\nmod tests { use crate::A; }");
    write("c.rs", "pub fn g() { crate::b::y() }");
    assert_eq!(Sources::read(folder.path()).cycles(), Vec::<String>::new());
    write("b.rs", "use crate::{A as Other, c::{self, g}};\npub fn y() {}");
    let found = Sources::read(folder.path()).cycles();
    assert_eq!(found.len(), 1, "{found:?}");
    for arrow in ["a.rs -> ", "b.rs: y", "b.rs -> ", "a.rs: A", "c.rs: g"] {
        assert!(found[0].contains(arrow), "{arrow} is not in {}", found[0]);
    }
}
