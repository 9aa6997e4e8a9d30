//! Lists the columns of the schema that hold something about persons who handed something in. A test of each backend
//! finds the columns of texts and bytes of its schema, and fails until a new one is listed here, or there as one without
//! such data.

/// What a column holds about persons who handed something in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
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
    /// An archive.
    Archive(&'static str),
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
            | Self::Archive(column)
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
    PERSONAL_COLUMNS.iter().filter_map(|&(table, column, holds)| match holds {
        Holds::Words(home)
        | Holds::Path(home)
        | Holds::Origin(home)
        | Holds::Json(home)
        | Holds::Key(home)
        | Holds::Upload(home) => Some(Column { table, column, home, holds }),
        Holds::Work | Holds::Record => None,
    })
}

use Holds::{Json, Key, Origin, Path, Record, Upload, Words, Work};

/// The owner of a row of `document` or `submission`.
const DOCUMENT: Home =
    Home::Ingest("(select coalesce(batch, archive) from ingest where first = document.ingest)");
const SUBMISSION: Home =
    Home::Ingest("(select coalesce(batch, archive) from ingest where first = submission.ingest)");

/// The columns that hold something about persons, by table.
pub const PERSONAL_COLUMNS: &[(&str, &str, Holds)] = &[
    ("archive", "reference", Origin(Home::Archive("id"))),
    ("batch", "title", Words(Home::Batch("id"))),
    ("batch", "options", Json(Home::Batch("id"))),
    ("case_event", "text", Words(Home::Case("course_case"))),
    ("case_person", "person", Work),
    ("case_statement", "person", Work),
    ("case_statement", "file_name", Words(Home::Case("course_case"))),
    ("case_statement", "content", Work),
    ("case_submission", "person", Work),
    ("course_case", "title", Words(Home::Case("id"))),
    ("course_case", "hold_reason", Words(Home::Case("id"))),
    ("course_person", "task", Key(Home::Course("course"))),
    ("course_person", "name", Key(Home::Course("course"))),
    ("course_person", "person", Key(Home::Course("course"))),
    ("document", "path", Path(DOCUMENT)),
    ("document", "text_packed", Work),
    ("document", "stream_packed", Work),
    ("document", "fingerprints", Work),
    ("draft", "title", Work),
    ("draft", "options", Work),
    ("draft", "preview", Work),
    ("draft_chunk", "content", Work),
    ("draft_part", "name", Work),
    ("erasure", "key", Record),
    ("erasure", "hashes", Record),
    ("idempotency", "key", Key(Home::Request)),
    ("index_block", "bytes", Work),
    ("job", "payload", Json(Home::Job("id"))),
    ("job", "reason", Words(Home::Job("id"))),
    ("moss_result", "job", Json(Home::Batch("batch"))),
    ("pair", "packed", Work),
    ("pair_mark", "note", Words(Home::Batch("batch"))),
    ("part", "name", Upload(Home::Job("job"))),
    ("part_chunk", "content", Work),
    ("revision", "settings", Work),
    ("revision", "head_packed", Work),
    ("revision", "review", Json(Home::Batch("batch"))),
    ("revision_chunk", "packed", Work),
    ("submission", "name", Work),
    ("submission", "author", Words(SUBMISSION)),
    ("submission", "person", Words(SUBMISSION)),
    ("submission", "submitted_at", Work),
    ("submission", "reference", Origin(SUBMISSION)),
];
