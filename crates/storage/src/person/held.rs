//! Lists what every column of the schema holds about persons who handed something in. A test of each backend compares
//! this list with its schema, so the test fails until a new column is added here.

/// What a column holds about persons who handed something in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Nothing: ids, numbers, times, kinds, hashes of secrets, fingerprints of code.
    Nothing,
    /// A name that its users or the operator have given. `find` shows it, and nothing changes it.
    Label,
    /// Data about users of the service, not about persons who handed something in. `user`, `token` and `course` change
    /// it.
    Account,
    /// Text in which anybody may be named. It belongs to the object that [`Home`] gives.
    Words(Home),
    /// The path of a file. Its ending says how the file was read, and stays.
    Path(Home),
    /// The origin of a reference answer, `KIND` or `KIND:SOURCE`. The source is text.
    Origin(Home),
    /// JSON with members that are lists of names.
    Json(Home),
    /// A key by which a client repeats a request, or a line that says who is who. The row is removed if it names the
    /// person.
    Key(Home),
    /// The name of an uploaded file, which is a path. The content is removed if the file belongs to the person.
    Upload(Home),
    /// Work, names of submissions, and reports. Each has a step of its own in an erasure.
    Work,
    /// The record of an erasure.
    Record,
}

/// The object that a row belongs to, with the column that identifies it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Home {
    /// A batch.
    Batch(&'static str),
    /// A job, and with it a batch or an archive.
    Job(&'static str),
    /// A case.
    Case(&'static str),
    /// A course.
    Course(&'static str),
    /// A batch or an archive, which has the ingest of the row. The expression gives its id.
    Ingest(&'static str),
    /// A batch, an archive or a case, identified by the columns of these names.
    Request,
}

impl Home {
    /// Returns the column that identifies it, or an expression for it.
    pub const fn column(self) -> &'static str {
        match self {
            Self::Batch(column)
            | Self::Job(column)
            | Self::Case(column)
            | Self::Course(column)
            | Self::Ingest(column) => column,
            Self::Request => "coalesce(batch, archive, course_case)",
        }
    }
}

/// A column in which persons may be named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its table.
    pub table: &'static str,
    /// Its name.
    pub column: &'static str,
    /// The object that its rows belong to.
    pub home: Home,
    /// What the column holds.
    pub holds: Holds,
}

/// Returns the columns whose texts are examined.
pub fn columns() -> impl Iterator<Item = Column> {
    HELD.iter().flat_map(|&(table, columns)| {
        columns.iter().filter_map(move |&(column, holds)| match holds {
            Holds::Words(home)
            | Holds::Path(home)
            | Holds::Origin(home)
            | Holds::Json(home)
            | Holds::Key(home)
            | Holds::Upload(home) => Some(Column { table, column, home, holds }),
            _ => None,
        })
    })
}

use Holds::{Account, Json, Key, Label, Nothing, Origin, Path, Record, Upload, Words, Work};

/// The owner of a row of `document` or `submission`.
const DOCUMENT: Home =
    Home::Ingest("(select coalesce(batch, archive) from ingest where first = document.ingest)");
const SUBMISSION: Home =
    Home::Ingest("(select coalesce(batch, archive) from ingest where first = submission.ingest)");

/// Every table with every column.
pub const HELD: &[(&str, &[(&str, Holds)])] = &[
    (
        "account",
        &[
            ("id", Nothing),
            ("name", Account),
            ("created", Nothing),
            ("disabled", Nothing),
            ("served", Nothing),
            ("admin", Nothing),
            ("password", Nothing),
            ("email", Account),
        ],
    ),
    (
        "archive",
        &[
            ("id", Nothing),
            ("course", Nothing),
            ("name", Label),
            ("year", Nothing),
            ("keeping", Nothing),
            ("creator", Nothing),
            ("created", Nothing),
            ("keep_until", Nothing),
            ("state", Nothing),
        ],
    ),
    (
        "audit",
        &[
            ("id", Nothing),
            ("at", Nothing),
            ("account", Nothing),
            ("action", Nothing),
            ("course", Nothing),
            ("subject", Nothing),
            ("details", Nothing),
            ("once", Nothing),
        ],
    ),
    (
        "batch",
        &[
            ("id", Nothing),
            ("course", Nothing),
            ("creator", Nothing),
            ("title", Words(Home::Batch("id"))),
            ("options", Json(Home::Batch("id"))),
            ("created", Nothing),
            ("keep_until", Nothing),
            ("revision", Nothing),
            ("pseudonym_key", Nothing),
        ],
    ),
    (
        "case_event",
        &[
            ("course_case", Nothing),
            ("number", Nothing),
            ("account", Nothing),
            ("at", Nothing),
            ("what", Nothing),
            ("text", Words(Home::Case("course_case"))),
        ],
    ),
    ("case_person", &[("course_case", Nothing), ("person", Work)]),
    (
        "case_statement",
        &[
            ("course_case", Nothing),
            ("event", Nothing),
            ("person", Work),
            ("given", Nothing),
            ("file_name", Words(Home::Case("course_case"))),
            ("media_type", Nothing),
            ("content", Work),
        ],
    ),
    (
        "case_submission",
        &[
            ("id", Nothing),
            ("course_case", Nothing),
            ("batch", Nothing),
            ("archive", Nothing),
            ("number", Nothing),
            ("person", Work),
        ],
    ),
    ("counter", &[("name", Nothing), ("next", Nothing)]),
    (
        "course",
        &[
            ("id", Nothing),
            ("name", Label),
            ("personal_of", Nothing),
            ("created", Nothing),
            ("keep_days", Nothing),
            ("checks", Nothing),
            ("checks_open_cases", Nothing),
        ],
    ),
    (
        "course_case",
        &[
            ("id", Nothing),
            ("course", Nothing),
            ("title", Words(Home::Case("id"))),
            ("status", Nothing),
            ("created", Nothing),
            ("creator", Nothing),
            ("reviewer", Nothing),
            ("hold_reason", Words(Home::Case("id"))),
            ("hold_since", Nothing),
        ],
    ),
    (
        "course_person",
        &[
            ("course", Nothing),
            ("task", Key(Home::Course("course"))),
            ("name", Key(Home::Course("course"))),
            ("person", Key(Home::Course("course"))),
        ],
    ),
    ("course_term", &[("course", Nothing), ("packed", Nothing)]),
    (
        "document",
        &[
            ("id", Nothing),
            ("ingest", Nothing),
            ("submission", Nothing),
            ("file", Nothing),
            ("path", Path(DOCUMENT)),
            ("text_packed", Work),
            ("stream_packed", Work),
            ("scheme", Nothing),
            ("fingerprints", Work),
        ],
    ),
    (
        "draft",
        &[
            ("id", Nothing),
            ("account", Nothing),
            ("course", Nothing),
            ("title", Work),
            ("options", Work),
            ("keep_until", Nothing),
            ("preview", Work),
            ("created", Nothing),
            ("expires", Nothing),
        ],
    ),
    ("draft_chunk", &[("draft", Nothing), ("part", Nothing), ("number", Nothing), ("content", Work)]),
    (
        "draft_part",
        &[
            ("draft", Nothing),
            ("number", Nothing),
            ("kind", Nothing),
            ("name", Work),
            ("bytes", Nothing),
            ("chunks", Nothing),
        ],
    ),
    ("erased_submission", &[("erasure", Record), ("batch", Record), ("archive", Record), ("number", Record)]),
    (
        "erasure",
        &[
            ("id", Record),
            ("number", Record),
            ("at", Record),
            ("account", Record),
            ("course", Record),
            ("batch", Record),
            ("despite_hold", Record),
            ("key", Record),
            ("hashes", Record),
            ("last_job", Record),
            ("submissions", Record),
            ("documents", Record),
            ("reports", Record),
            ("texts", Record),
            ("ended", Record),
        ],
    ),
    ("erasure_revision", &[("erasure", Record), ("batch", Record), ("revision", Record)]),
    ("frequent_fingerprint", &[("scheme", Nothing), ("fingerprint", Nothing), ("documents", Nothing)]),
    (
        "idempotency",
        &[
            ("account", Nothing),
            ("key", Key(Home::Request)),
            ("fingerprint", Nothing),
            ("batch", Nothing),
            ("archive", Nothing),
            ("course_case", Nothing),
        ],
    ),
    ("index_block", &[("run", Nothing), ("first_fingerprint", Nothing), ("bytes", Work)]),
    (
        "index_run",
        &[
            ("id", Nothing),
            ("scheme", Nothing),
            ("base", Nothing),
            ("first", Nothing),
            ("last", Nothing),
            ("level", Nothing),
            ("postings", Nothing),
            ("blocks", Nothing),
            ("bytes", Nothing),
            ("dead", Nothing),
            ("building", Nothing),
        ],
    ),
    ("identity", &[("issuer", Account), ("subject", Account), ("account", Nothing), ("created", Nothing)]),
    (
        "share",
        &[
            ("id", Nothing),
            ("hash", Nothing),
            ("batch", Nothing),
            ("creator", Nothing),
            ("created", Nothing),
            ("expires", Nothing),
            ("revoked", Nothing),
            ("names_hidden", Nothing),
            ("exports", Nothing),
            ("last_viewed", Nothing),
        ],
    ),
    (
        "sign_in_attempt",
        &[
            ("hash", Nothing),
            ("browser", Nothing),
            ("nonce", Nothing),
            ("verifier", Nothing),
            ("expires", Nothing),
        ],
    ),
    ("index_scheme", &[("id", Nothing), ("family", Nothing), ("normalizer", Nothing), ("format", Nothing)]),
    ("ingest", &[("first", Nothing), ("documents", Nothing), ("batch", Nothing), ("archive", Nothing)]),
    ("installation", &[("name", Nothing), ("value", Nothing)]),
    (
        "job",
        &[
            ("sequence", Nothing),
            ("id", Nothing),
            ("batch", Nothing),
            ("archive", Nothing),
            ("account", Nothing),
            ("lane", Nothing),
            ("size", Nothing),
            ("payload", Json(Home::Job("id"))),
            ("state", Nothing),
            ("attempts", Nothing),
            ("not_before", Nothing),
            ("holder", Nothing),
            ("beat", Nothing),
            ("stage", Nothing),
            ("done", Nothing),
            ("total", Nothing),
            ("reason", Words(Home::Job("id"))),
            ("created", Nothing),
            ("ended", Nothing),
        ],
    ),
    ("membership", &[("account", Nothing), ("course", Nothing), ("role", Nothing)]),
    (
        "moss_result",
        &[
            ("hash", Nothing),
            ("batch", Nothing),
            ("job", Json(Home::Batch("batch"))),
            ("created", Nothing),
            ("expires", Nothing),
        ],
    ),
    ("moss_salt", &[("one", Nothing), ("salt", Nothing)]),
    ("share_key", &[("one", Nothing), ("key", Nothing)]),
    (
        "notification",
        &[
            ("batch", Nothing),
            ("url", Account),
            ("secret", Nothing),
            ("base", Nothing),
            ("state", Nothing),
            ("job", Nothing),
            ("attempts", Nothing),
            ("next_attempt", Nothing),
            ("error", Nothing),
        ],
    ),
    (
        "pair",
        &[
            ("batch", Nothing),
            ("revision", Nothing),
            ("rank", Nothing),
            ("left_number", Nothing),
            ("right_number", Nothing),
            ("suspicion", Nothing),
            ("packed", Work),
        ],
    ),
    (
        "part",
        &[
            ("job", Nothing),
            ("number", Nothing),
            ("kind", Nothing),
            ("name", Upload(Home::Job("job"))),
            ("bytes", Nothing),
            ("chunks", Nothing),
        ],
    ),
    ("part_chunk", &[("job", Nothing), ("part", Nothing), ("number", Nothing), ("content", Work)]),
    ("removed_document", &[("id", Record), ("ingest", Record)]),
    (
        "revision",
        &[
            ("batch", Nothing),
            ("number", Nothing),
            ("created", Nothing),
            ("author", Nothing),
            ("engine", Nothing),
            ("settings", Work),
            ("submissions", Nothing),
            ("pairs", Nothing),
            ("head_packed", Work),
            ("review", Json(Home::Batch("batch"))),
            ("made_from", Nothing),
            ("late", Nothing),
            ("rewritten", Nothing),
            ("beyond_class", Nothing),
            ("found", Nothing),
            ("found_total", Nothing),
            ("changed", Nothing),
            ("starter_files", Nothing),
            ("judged_packed", Nothing),
        ],
    ),
    (
        "revision_archived",
        &[
            ("batch", Nothing),
            ("revision", Nothing),
            ("number", Nothing),
            ("archive", Nothing),
            ("submission", Nothing),
        ],
    ),
    ("revision_chunk", &[("batch", Nothing), ("revision", Nothing), ("number", Nothing), ("packed", Work)]),
    (
        "revision_turn",
        &[
            ("batch", Nothing),
            ("number", Nothing),
            ("revision", Nothing),
            ("account", Nothing),
            ("at", Nothing),
            ("reason", Nothing),
        ],
    ),
    (
        "session",
        &[
            ("hash", Nothing),
            ("account", Nothing),
            ("created", Nothing),
            ("expires", Nothing),
            ("way", Nothing),
            ("last_seen", Nothing),
            ("browser", Account),
            ("address", Account),
        ],
    ),
    (
        "sign_in_link",
        &[
            ("hash", Nothing),
            ("account", Nothing),
            ("created", Nothing),
            ("expires", Nothing),
            ("used", Nothing),
        ],
    ),
    (
        "submission",
        &[
            ("ingest", Nothing),
            ("number", Nothing),
            ("name", Work),
            ("author", Words(SUBMISSION)),
            ("person", Words(SUBMISSION)),
            ("attempt", Work),
            ("submitted_at", Work),
            ("reference", Origin(SUBMISSION)),
        ],
    ),
    (
        "token",
        &[
            ("id", Nothing),
            ("hash", Nothing),
            ("account", Nothing),
            ("kind", Nothing),
            ("scope", Nothing),
            ("label", Account),
            ("created", Nothing),
            ("expires", Nothing),
            ("last_used", Nothing),
            ("revoked", Nothing),
            ("course", Nothing),
        ],
    ),
];
