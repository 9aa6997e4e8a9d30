//! Starter code of signatures and short pieces, which were filled in.

use chaffinch_normalize::{Choice, tokenize};
use chaffinch_submission::SourceFile;

use super::*;

/// A skeleton, and what stands at each `TODO` of the handout and of three programs written alone. `/*next*/` divides
/// files.
struct Task {
    ending: &'static str,
    skeleton: &'static str,
    placeholders: &'static [&'static str],
    /// In the order of the placeholders.
    own: [&'static [&'static str]; 3],
}

const C: Task = Task {
    ending: "c",
    skeleton: "#include <stdio.h>\n#include \"shelf.h\"\n\nconst int ROWS = 12;\nbook *rows[MAX_ROWS];\n\n\
               bool place(const char *title, int width, int row)\n{\nTODO\n}\n\n\
               book *lend(const char *title, unsigned int *row)\n{\nTODO\n}\n\n\
               unsigned int width_of(const book *from)\n{\nTODO\n}\n\n\
               int drop_titles(const char *beginning)\n{\nTODO\n}\n",
    placeholders: &["return false;", "return NULL;", "return 0;", "return 0;"],
    own: [
        &[
            "book *fresh = malloc(sizeof(book)); if (!fresh) return false; strcpy(fresh->title, title); fresh->next = rows[row]; rows[row] = fresh; return true;",
            "for (*row = 0; *row < ROWS; ++*row) { book *at = rows[*row]; while (at && strcmp(at->title, title)) at = at->next; if (at) return at; } return NULL;",
            "unsigned int sum = 0; for (; from; from = from->next) sum += from->width; return sum;",
            "int gone = 0; for (int row = 0; row < ROWS; row++) { book **at = &rows[row]; while (*at) { if (!strncmp((*at)->title, beginning, strlen(beginning))) { *at = (*at)->next; gone++; } else at = &(*at)->next; } } return gone;",
        ],
        &[
            "if (count == LIMIT || row >= ROWS) { fprintf(stderr, \"full\\n\"); return false; } books[count].width = width; books[count].title = strdup(title); index[row][used[row]++] = count++; return true;",
            "int found = search(title, 0, count - 1); *row = found < 0 ? 0u : books[found].row; return found < 0 ? NULL : &books[found];",
            "return from == NULL ? 0 : from->width + width_of(from->next);",
            "size_t length = strlen(beginning); int kept = 0, before = count; do { if (memcmp(books[kept].title, beginning, length)) kept++; else books[kept] = books[--count]; } while (kept < count); return before - count;",
        ],
        &[
            "switch (row) { case 0: case 1: widths[row] -= width; break; default: widths[ROWS - 1] -= width; } return widths[row] > 0 && push(&stacks[row], title);",
            "stack *top = &stacks[hash(title) % ROWS]; *row = (unsigned int)(top - stacks); return top->size ? top->items[top->size - 1] : NULL;",
            "unsigned int total = from->width; goto check; again: from = from->next; total += from->width; check: if (from->next) goto again; return total;",
            "char *end; long number = strtol(beginning, &end, 10); if (*end || number < 0) return -1; stacks[number % ROWS].size = 0; return (int)number;",
        ],
    ],
};

const JAVA: Task = Task {
    ending: "java",
    skeleton: "import java.util.*;\n\npublic class Ledger {\n    private final Map<String, Integer> accounts;\n\n\
               public Ledger(int expectedAccounts) {\nTODO\n    }\n\n    public void deposit(String owner, int cents) {\nTODO\n    }\n\n\
               public int balanceOf(String owner) {\nTODO\n    }\n\n    public List<String> richest(int howMany) {\nTODO\n    }\n}\n",
    placeholders: &["", "// TODO", "throw new UnsupportedOperationException();", "return null;"],
    own: [
        &[
            "accounts = new HashMap<>(expectedAccounts);",
            "if (cents < 0) throw new IllegalArgumentException(\"cents\"); accounts.merge(owner, cents, Integer::sum);",
            "Integer found = accounts.get(owner); return found == null ? 0 : found;",
            "List<String> names = new ArrayList<>(accounts.keySet()); names.sort((a, b) -> accounts.get(b) - accounts.get(a)); return names.subList(0, Math.min(howMany, names.size()));",
        ],
        &[
            "this.accounts = new TreeMap<String, Integer>(); for (int i = 0; i < expectedAccounts; i++) free.add(i);",
            "int old = accounts.containsKey(owner) ? accounts.get(owner) : 0; accounts.put(owner, old + cents); log.add(owner + \" \" + cents);",
            "try { return accounts.get(owner); } catch (NullPointerException missing) { return -1; }",
            "PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(accounts::get)); for (String name : accounts.keySet()) { queue.add(name); if (queue.size() > howMany) queue.poll(); } return new LinkedList<>(queue);",
        ],
        &[
            "accounts = Collections.synchronizedMap(new LinkedHashMap<>(2 * expectedAccounts + 1));",
            "synchronized (accounts) { accounts.computeIfPresent(owner, (key, value) -> value + cents); accounts.putIfAbsent(owner, cents); }",
            "return accounts.entrySet().stream().filter(e -> e.getKey().equals(owner)).mapToInt(Map.Entry::getValue).sum();",
            "String[] all = accounts.keySet().toArray(new String[0]); int end = all.length; while (end > howMany) { int worst = 0; for (int k = 1; k < end; k++) if (balanceOf(all[k]) < balanceOf(all[worst])) worst = k; all[worst] = all[--end]; } return Arrays.asList(all).subList(0, end);",
        ],
    ],
};

const PYTHON: Task = Task {
    ending: "py",
    skeleton: "import sys\n\nclass Route:\n    def __init__(self, stops, fare):\n        TODO\n\n    def add_stop(self, name, minutes=0):\n        TODO\n\n\
               def fastest(self, start, end):\n        TODO\n\ndef read_routes(lines, separator=\",\"):\n    TODO\n\n\
               if __name__ == \"__main__\":\n    print(len(read_routes(sys.stdin)))\n",
    placeholders: &["pass", "pass", "raise NotImplementedError", "return []"],
    own: [
        &[
            "self.stops = dict(stops); self.fare = fare",
            "self.stops[name] = self.stops.get(name, 0) + minutes; return self",
            "names = sorted(self.stops, key=self.stops.get); i, j = names.index(start), names.index(end); return sum(self.stops[n] for n in names[i:j])",
            "return [Route(line.strip().split(separator), 2.5) for line in lines if line.strip()]",
        ],
        &[
            "self.times = []; self.names = []; self.fare = float(fare) if fare else None; self.extend(stops)",
            "self.names.append(name); self.times.append((self.times or [0])[-1] + minutes)",
            "best = min((abs(t - self.times[0]), n) for t, n in zip(self.times, self.names) if n != start); return best[1] == end and best[0]",
            "routes = {}; _ = [routes.setdefault(key, []).append(rest) for key, _, rest in (l.partition(separator) for l in lines)]; return list(routes.items())",
        ],
        &[
            "assert len(stops) > 1 and fare >= 0; self._graph = {a: {b} for a, b in zip(stops, stops[1:])}; self._price = fare",
            "self._graph.setdefault(name, set()).add(minutes); self._longest = max(self._longest, minutes)",
            "import heapq; heap = [(0, start)]; done = set(); return next((c for c, at in iter(lambda: heapq.heappop(heap), None) if at == end), None)",
            "import csv; reader = csv.reader(lines, delimiter=separator); header = next(reader); return list(map(lambda row: Route(row, header.index(row[0])), reader))",
        ],
    ],
};

impl Task {
    fn filled_in(&self, own: &[&str]) -> String {
        let mut pieces = self.skeleton.split("TODO");
        let first = pieces.next().unwrap().to_owned();
        own.iter().zip(pieces).fold(first, |text, (own, piece)| text + own + piece)
    }

    fn submission(&self, name: &str, texts: &[String]) -> TokenizedSubmission {
        let files = (0..).zip(texts).map(|(at, text): (usize, &String)| {
            let mut file = file(&format!("f{at}.{}", self.ending), &[]);
            file.record.lines = LineTable::new(text);
            file.record.digest[31] = name.as_bytes()[0];
            file.stream = self.stream(text).into();
            file
        });
        TokenizedSubmission { header: SubmissionHeader::named(name), archive: None, files: files.collect() }
    }

    fn stream(&self, text: &str) -> TokenStream {
        tokenize(&SourceFile::plain(format!("a.{}", self.ending), text), Choice::Auto)
    }

    /// The class of three that worked alone, one that handed in nothing, and a copy of the first.
    fn class(&self) -> Vec<TokenizedSubmission> {
        let copy = self
            .filled_in(self.own[0])
            .replace("fresh", "entry")
            .replace("names", "keys")
            .replace("gone", "n");
        let texts = self.own.map(|own| self.filled_in(own));
        let [ann, bob, cid] = [("ann", &texts[0]), ("bob", &texts[1]), ("cid", &texts[2])]
            .map(|(name, text)| self.submission(name, std::slice::from_ref(text)));
        let dan = self.submission("dan", &[self.filled_in(self.placeholders)]);
        vec![ann, bob, cid, dan, self.submission("eve", &[copy])]
    }
}

fn similarity(analysis: &Analysis, pair: (u32, u32)) -> f64 {
    let counted = |at: u32| f64::from(analysis.submissions[at as usize].counted_tokens);
    let found = analysis.pairs.iter().find(|found| (found.left, found.right) == pair);
    found.map_or(0.0, |found| {
        (found.left_share * counted(pair.0) + found.right_share * counted(pair.1))
            / (counted(pair.0) + counted(pair.1))
    })
}

/// The handout as it is, with other line breaks, in one file for each function, and twice.
fn handouts(task: &Task) -> Vec<Vec<TokenStream>> {
    let whole = task.filled_in(task.placeholders);
    let reformatted = match task.ending {
        "py" => whole.replace(", ", ",\n            ").replace("\n\n", "\n\n\n"),
        _ => whole.replace("\n{", " {").replace(", ", ",\n    ").replace("    ", "\t"),
    };
    let lines: Vec<&str> = whole.lines().collect();
    let halves = match task.ending {
        // A class is divided between two of its methods.
        "c" => vec![lines[..9].join("\n"), lines[9..].join("\n")],
        _ => vec![whole.clone()],
    };
    [vec![whole.clone()], vec![reformatted], halves, vec![whole.clone(), whole.clone()]]
        .map(|texts| texts.iter().map(|text| task.stream(text)).collect())
        .to_vec()
}

#[test]
fn those_who_filled_in_the_same_skeleton_are_not_alike_and_a_copy_is() {
    for task in [&C, &JAVA, &PYTHON] {
        let class = task.class();
        let without = analyse(&class, &[], &all_pairs(), &());
        for handout in handouts(task) {
            let with = analyse(&class, &handout, &all_pairs(), &());
            for pair in [(0, 1), (0, 2), (1, 2), (1, 4), (2, 4)] {
                assert!(similarity(&with, pair) < similarity(&without, pair), "{} {pair:?}", task.ending);
            }
            let found = with.clusters.iter().map(|cluster| &cluster.submissions[..]);
            assert_eq!(found.collect::<Vec<_>>(), [[0, 4]], "{}", task.ending);
            let copied = similarity(&with, (0, 4));
            assert!(copied >= similarity(&without, (0, 4)) && copied > 0.95, "{}: {copied}", task.ending);
            let first = &with.pairs[0];
            assert_eq!((first.left, first.right), (0, 4), "{}", task.ending);
            assert!(with.submissions[3].counted_tokens <= 10, "{}: nothing of one's own", task.ending);
            // Only the skeleton is left out.
            for (own, figures) in task.own.iter().zip(&with.submissions) {
                let alone: usize = own.iter().map(|piece| task.stream(piece).values.len()).sum();
                assert!(
                    figures.counted_tokens as usize * 10 >= alone * 9,
                    "{}: {figures:?} of {alone}",
                    task.ending
                );
            }
        }
    }
}

#[test]
fn a_skeleton_is_recognised_in_several_files_and_counts_where_names_differ() {
    let halves: Vec<String> = {
        let text = C.filled_in(C.own[0]);
        let at = text.find("unsigned int width_of").unwrap();
        vec![text[..at].to_owned(), text[at..].to_owned()]
    };
    let whole = C.filled_in(C.own[0]);
    let renamed = whole.replace("title", "label").replace("row", "shelf").replace("from", "start");
    let class = [("ann", halves), ("bob", vec![whole]), ("cid", vec![renamed])]
        .map(|(name, texts)| C.submission(name, &texts));
    let handout = C.stream(&C.filled_in(C.placeholders));
    let analysis = analyse(&class, &[handout], &all_pairs(), &());
    let counted: Vec<u32> = analysis.submissions.iter().map(|figures| figures.counted_tokens).collect();
    assert_eq!(counted[0], counted[1]);
    assert!(counted[2] > counted[1], "what was typed otherwise is not the handout's");
}

/// A program that nobody was given has few statements that others typed the same.
#[test]
fn an_unrelated_program_masks_nothing() {
    for task in [&C, &JAVA, &PYTHON] {
        let texts = task.own.map(|own| own.join("\n"));
        let class: Vec<_> = ["ann", "bob"]
            .iter()
            .zip(&texts)
            .map(|(name, text)| task.submission(name, std::slice::from_ref(text)))
            .collect();
        let analysis = analyse(&class, &[task.stream(&texts[2])], &all_pairs(), &());
        assert!(analysis.submissions.iter().all(|figures| figures.masked == [vec![]]), "{}", task.ending);
    }
}
