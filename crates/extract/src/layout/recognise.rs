//! Recognises by its content which platform exported a container. [`Convention`] lists the platforms.

use chaffinch_submission::SubmissionHeader;

use crate::input::tree::{Folder, Node};
use crate::layout::export::{Convention, Found, Recognised, number_attempts, parts, text_of};
use crate::layout::lists::{DODONA, GRADESCOPE};
use crate::layout::names::without_ending_if_any;
use crate::layout::{claims, clones, folders, lists, names, nbgrader, otter, studip};

/// Takes an export out of a container, by the first platform that fits. What remains in the container belongs to no
/// submission. Returns `None` and changes nothing if none fits.
pub(super) fn recognise(folder: &mut Folder) -> Option<Recognised> {
    clones::recognise(folder)
        .or_else(|| nbgrader::recognise(folder))
        .or_else(|| otter::side_by_side(folder))
        .or_else(|| by_list(folder))
        .or_else(|| studip::recognise(folder))
        .or_else(|| gradescope(folder))
        .or_else(|| claims::by_names(folder))
        .or_else(|| folders::recognise(folder))
        .or_else(|| classroom(folder))
        .or_else(|| otter::by_student(folder))
}

fn by_list(folder: &mut Folder) -> Option<Recognised> {
    let rows = lists::dodona(&text_of(folder, DODONA)?)?;
    let mut recognised = Recognised::new(Convention::Dodona);
    // A list from elsewhere names no file of this folder.
    if !rows.iter().any(|row| !row.ignored && folder.at(&parts(&row.header.name)).is_some()) {
        return None;
    }
    for row in rows {
        let parts = parts(&row.header.name);
        let Some(node) = folder.take(&parts) else { continue };
        let file_name = parts.last().copied().unwrap_or_default().to_owned();
        if row.ignored {
            recognised.handed_out.push((file_name, node));
            continue;
        }
        recognised.found.push(Found { header: row.header, file_name, node });
    }
    folder.entries.remove(DODONA);
    recognised.records.push(DODONA.to_owned());
    number_attempts(&mut recognised.found);
    Some(recognised)
}

fn gradescope(folder: &mut Folder) -> Option<Recognised> {
    let names: Vec<String> =
        folder.entries.keys().filter(|name| names::gradescope(name).is_some()).cloned().collect();
    let known = text_of(folder, GRADESCOPE).map(|text| lists::gradescope(&text));
    let others = folder.entries.len() - names.len() - usize::from(known.is_some());
    // Without its list, one name is not enough to recognise an export.
    if names.is_empty() || (known.is_none() && (others > 0 || names.len() < 2)) {
        return None;
    }
    let mut recognised = Recognised::new(Convention::Gradescope);
    if known.is_some() {
        folder.entries.remove(GRADESCOPE);
        recognised.records.push(GRADESCOPE.to_owned());
    }
    let mut known = known.unwrap_or_default();
    for name in names {
        let Some(node) = folder.entries.remove(&name) else { continue };
        let entry = known.remove(&name).unwrap_or_default();
        let header = SubmissionHeader {
            author: (!entry.names.is_empty()).then(|| entry.names.join(", ")),
            person: (!entry.people.is_empty()).then(|| entry.people.join(", ")),
            submitted_at: entry.submitted_at,
            ..SubmissionHeader::named(name.clone())
        };
        recognised.found.push(Found { header, file_name: name, node });
    }
    Some(recognised)
}

fn classroom(folder: &mut Folder) -> Option<Recognised> {
    if folder
        .entries
        .values()
        .any(|node| !matches!(node, Node::Folder(_) | Node::Archive(_) | Node::Other(_)))
    {
        return None;
    }
    let repositories: Vec<&str> =
        folder.entries.iter().map(|(name, node)| without_ending_if_any(name, node)).collect();
    let prefix = names::classroom(repositories.iter().copied())?.len();
    let branch = names::branch(&repositories);
    let mut recognised = Recognised::new(Convention::GitHubClassroom);
    for (name, node) in std::mem::take(&mut folder.entries) {
        let account = &without_ending_if_any(&name, &node)[prefix..];
        let author = account.strip_suffix(branch).filter(|author| !author.is_empty()).unwrap_or(account);
        let author = Some(author.to_owned());
        let header = SubmissionHeader { author, ..SubmissionHeader::named(name.clone()) };
        recognised.found.push(Found { header, file_name: name, node });
    }
    Some(recognised)
}
