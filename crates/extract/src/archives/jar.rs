//! What is work in a Java archive: its sources. Development environments export a project as one, and libraries are
//! mostly without sources. Pure functions.

use crate::input::tree::{Folder, Node, left_out};
use crate::names::ends_with;

/// Extensions of sources that Java archives hold.
const SOURCES: &[&str] = &[".java", ".kt", ".scala", ".groovy", ".clj", ".jsp"];
/// Folders with the libraries of a project.
const LIBRARIES: &[&str] = &["lib", "libs", "libraries", "jars", "dependencies"];

/// Returns the reason not to open a Java archive with this path, if it is a library by its path.
pub(crate) fn library(path: &str) -> Option<String> {
    let mut folders = path.rsplit('/').skip(1);
    let is_library = folders.any(|folder| LIBRARIES.contains(&folder)) || ends_with(path, "-sources.jar");
    is_library.then(|| left_out("a Java library"))
}

/// Leaves out what a compiler or a tool put into an opened archive. One without sources is only listed.
pub(crate) fn reduced(mut archive: Folder) -> Node {
    if !has_sources(&archive) {
        return match archive.listed.first() {
            Some((_, reason)) if archive.entries.is_empty() => Node::File(Err(reason.clone())),
            _ => Node::File(Err("a Java archive without sources; not compared".to_owned())),
        };
    }
    archive.entries.remove("META-INF");
    match remove_compiled(&mut archive) {
        0 => {}
        compiled => {
            archive.listed.push((".".to_owned(), left_out(&format!("compiled classes ({compiled})"))));
        }
    }
    archive.drop_hollow();
    Node::Archive(archive)
}

fn has_sources(folder: &Folder) -> bool {
    folder.entries.iter().any(|(name, node)| match node {
        Node::File(Ok(_)) => SOURCES.iter().any(|ending| ends_with(name, ending)),
        node => node.container().is_some_and(has_sources),
    })
}

/// Removes the compiled classes, and returns their number.
fn remove_compiled(folder: &mut Folder) -> usize {
    let compiled = folder.entries.extract_if(.., |name, _| ends_with(name, ".class")).count();
    let inner = folder.entries.values_mut().filter_map(Node::container_mut);
    compiled + inner.map(remove_compiled).sum::<usize>()
}
