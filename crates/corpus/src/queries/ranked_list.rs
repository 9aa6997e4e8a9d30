//! Groups a ranked list: near-copies are folded under the first document of their cluster (Broder et al. 1997, section
//! "Clustering of search results").

use std::io::{Read, Write};

use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::document::LinkKind;
use crate::error::{Error, Result};
use crate::queries::index::Index;
use crate::results::kept_clusters::Member;
use crate::sources::{Name, shown};

/// Most bytes of a list. It is held in memory, as the last line may belong under the first.
pub const MAX_LIST_BYTES: u64 = 256 << 20;

/// The members of a line that are read. Its other members are kept as they are.
#[derive(Deserialize)]
struct ListLine<'a> {
    #[serde(borrow, alias = "id", alias = "path", alias = "url", alias = "name")]
    document: Option<Name<'a>>,
    folded: Option<serde::de::IgnoredAny>,
}

/// Counts of a grouped list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Grouped {
    /// Number of lines that were not empty.
    pub listed: u64,
    /// Number of these lines that were folded under an earlier one.
    pub folded: u64,
    /// Number of these lines whose name no document of the corpus has.
    pub unknown: u64,
}

impl Index {
    /// Writes a ranked list as JSON Lines, in its order. Each line of the list is a name or an object, and is written
    /// as an object with a member `folded` that contains the later lines of its cluster. If several documents have a
    /// name, the cluster of the last one counts.
    pub fn group(&self, list: &mut dyn Read, out: &mut dyn Write) -> Result<Grouped> {
        let kept = self.kept()?;
        let mut bytes = Vec::new();
        list.take(MAX_LIST_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|source| Error::Read { path: "the list".into(), source })?;
        if bytes.len() as u64 > MAX_LIST_BYTES {
            return Err(Error::List { limit: MAX_LIST_BYTES });
        }
        let mut grouped = Grouped::default();
        // Each name is looked up once, even if it is listed again.
        let mut known: FxHashMap<String, Option<Member>> = FxHashMap::default();
        let mut firsts: FxHashMap<u32, usize> = FxHashMap::default();
        let mut groups: Vec<Vec<String>> = Vec::new();
        for (at, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.trim_ascii().is_empty() {
                continue;
            }
            let (name, object) = object(line, at as u64 + 1)?;
            grouped.listed += 1;
            let member = match name {
                None => None,
                Some(name) => {
                    if let Some(&member) = known.get(&name) {
                        member
                    } else {
                        let number = self.named(&name)?.last().copied();
                        let member = number.map(|number| kept.member(number)).transpose()?;
                        known.insert(name, member);
                        member
                    }
                }
            };
            grouped.unknown += u64::from(member.is_none());
            let cluster = member.filter(|member| member.kind != LinkKind::Skipped).map(|member| member.first);
            if let Some(&group) = cluster.and_then(|cluster| firsts.get(&cluster)) {
                groups[group].push(object);
                grouped.folded += 1;
            } else {
                firsts.extend(cluster.map(|cluster| (cluster, groups.len())));
                groups.push(vec![object]);
            }
        }
        for group in groups {
            let [first, folded @ ..] = group.as_slice() else { continue };
            // All other members stay as they were written.
            let members = first.trim_end().strip_suffix('}').unwrap_or(first);
            let comma = if members.trim_end().ends_with('{') { "" } else { "," };
            writeln!(out, "{members}{comma}\"folded\":[{}]}}", folded.join(","))
                .map_err(|source| Error::Write { path: "the result".into(), source })?;
        }
        Ok(grouped)
    }
}

/// Returns the name of a line, and the line as an object.
fn object(line: &[u8], at: u64) -> Result<(Option<String>, String)> {
    let text = std::str::from_utf8(line).ok().filter(|text| text.trim_start().starts_with('{'));
    if let Some(text) = text
        && let Ok(listed) = serde_json::from_str::<ListLine>(text)
    {
        if listed.folded.is_some() {
            return Err(Error::Folded { line: at });
        }
        return Ok((listed.document.map(|name| name.text().into_owned()), text.to_owned()));
    }
    let name = shown(line);
    let object = serde_json::json!({ "document": name }).to_string();
    Ok((Some(name), object))
}
