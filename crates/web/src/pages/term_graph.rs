//! The picture of a term: who stands out with whom. Drawn without a script, because it is small: people who stand out
//! together are on a circle of their own.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use chaffinch_report::TermPair;

/// Number of pairs that are drawn, strongest first.
const MOST: usize = 80;

/// Width of the picture.
const WIDTH: f64 = 960.0;

/// Space between two people on a circle, and around a circle.
const STEP: f64 = 64.0;

/// Smallest radius of a circle.
const LEAST: f64 = 28.0;

/// Space for the names beside a circle.
const NAMES: f64 = 88.0;

/// Longest name, in characters. The list has the whole names.
const MOST_OF_NAME: usize = 14;

/// The picture: coordinates from its upper left corner.
pub(super) struct TermGraph {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) people: Vec<Dot>,
    pub(super) links: Vec<Line>,
    /// Number of pairs that are not drawn.
    pub(super) more: usize,
}

/// A person.
pub(crate) struct Dot {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) text_x: u32,
    pub(crate) text_y: u32,
    /// `start`, `middle` or `end`.
    pub(crate) anchor: &'static str,
    pub(crate) name: String,
}

/// A pair.
pub(crate) struct Line {
    pub(crate) from: (u32, u32),
    pub(crate) to: (u32, u32),
    /// From 1 to 5: the number of tasks on which the evidence rests.
    pub(crate) width: usize,
    pub(crate) title: String,
}

impl TermGraph {
    /// Returns the picture of these pairs, strongest first. `None`: there are none.
    pub(super) fn new(named: &[TermPair]) -> Option<Self> {
        let drawn = &named[..named.len().min(MOST)];
        let groups = groups(drawn);
        let mut places: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        let mut people = Vec::new();
        let (mut x, mut y, mut row_height) = (0.0, 0.0, 0.0);
        for group in &groups {
            let radius = (group.len() as f64 * STEP / TAU).max(LEAST);
            // Two people lie side by side.
            let height = if group.len() == 2 { STEP } else { 2.0 * radius + STEP };
            let width = 2.0 * (radius + NAMES);
            if x > 0.0 && x + width > WIDTH {
                (x, y, row_height) = (0.0, y + row_height, 0.0);
            }
            let centre = (x + width / 2.0, y + height / 2.0);
            for (at, person) in group.iter().enumerate() {
                let angle = TAU * (at as f64 / group.len() as f64);
                let (sine, cosine) = angle.sin_cos();
                let place = (centre.0 + radius * cosine, centre.1 + radius * sine);
                places.insert(person, place);
                people.push(dot(person, place, (cosine, sine)));
            }
            x += width;
            row_height = f64::max(row_height, height);
        }
        let line = |pair: &TermPair| Line {
            from: rounded(places[&*pair.left]),
            to: rounded(places[&*pair.right]),
            width: pair.tasks.iter().filter(|task| task.counts).count().clamp(1, 5),
            title: format!("{} – {}", pair.left, pair.right),
        };
        (!drawn.is_empty()).then(|| Self {
            width: WIDTH as u32,
            height: (y + row_height) as u32,
            links: drawn.iter().map(line).collect(),
            people,
            more: named.len() - drawn.len(),
        })
    }
}

fn dot(name: &str, place: (f64, f64), (cosine, sine): (f64, f64)) -> Dot {
    let (x, y) = rounded(place);
    let (text_x, text_y) = rounded((place.0 + 11.0 * cosine, place.1 + 14.0 * sine + 4.0));
    let anchor = match cosine {
        _ if cosine > 0.3 => "start",
        _ if cosine < -0.3 => "end",
        _ => "middle",
    };
    let mut shown: String = name.chars().take(MOST_OF_NAME).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    Dot { x, y, text_x, text_y, anchor, name: shown }
}

fn rounded((x, y): (f64, f64)) -> (u32, u32) {
    (x.max(0.0).round() as u32, y.max(0.0).round() as u32)
}

/// Returns the people who are linked, directly or through others; the largest group first. In a group, people are in the
/// order in which the strongest links reach them, so that most links are short.
fn groups(pairs: &[TermPair]) -> Vec<Vec<&str>> {
    let mut linked: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for pair in pairs {
        linked.entry(&pair.left).or_default().push(&pair.right);
        linked.entry(&pair.right).or_default().push(&pair.left);
    }
    let mut seen = std::collections::BTreeSet::new();
    let mut groups = Vec::new();
    for pair in pairs {
        let (mut group, mut waiting) = (Vec::new(), vec![&*pair.left]);
        while let Some(person) = waiting.pop() {
            if seen.insert(person) {
                group.push(person);
                waiting.extend(linked[person].iter().rev());
            }
        }
        if !group.is_empty() {
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(left: &str, right: &str) -> TermPair {
        let (left, right) = (left.to_owned(), right.to_owned());
        TermPair { rank: 1, left, right, expect: 0.01, shared: 1, since: None, tasks: Vec::new() }
    }

    #[test]
    fn people_who_stand_out_together_are_on_one_circle() {
        assert!(TermGraph::new(&[]).is_none());
        let pairs = [pair("d", "e"), pair("a", "b"), pair("b", "c")];
        assert_eq!(groups(&pairs), [vec!["a", "b", "c"], vec!["d", "e"]]);
        let graph = TermGraph::new(&pairs).unwrap();
        assert_eq!((graph.people.len(), graph.links.len(), graph.more), (5, 3, 0));
        assert!(graph.people.iter().all(|dot| dot.x < graph.width && dot.y < graph.height));
    }

    #[test]
    fn the_picture_stays_small() {
        let names: Vec<String> = (0..400).map(|at| format!("a person with the number {at}")).collect();
        let pairs: Vec<TermPair> = names.chunks(2).map(|two| pair(&two[0], &two[1])).collect();
        let graph = TermGraph::new(&pairs).unwrap();
        assert_eq!((graph.links.len(), graph.more), (MOST, 200 - MOST));
        assert!(graph.people.iter().all(|dot| dot.name.chars().count() == MOST_OF_NAME + 1));
        assert!(graph.people.iter().all(|dot| dot.x < graph.width && dot.y < graph.height));
    }
}
