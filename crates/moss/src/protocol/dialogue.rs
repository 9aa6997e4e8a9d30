//! Implements the server's side of the dialogue: bytes in, events out. It buffers at most one line of its input.
//!
//! Clients leave options out, repeat them, or send them late. The only replies they understand are `yes`, `no`, a URL,
//! and a line that begins with `Error: `. The official script's order is one of many.

use std::borrow::Cow;

use crate::protocol::command::{Command, REST, command_within, is_command};
use crate::protocol::query::{Languages, Limits, MAX_MATCHES, Query, RequestedLanguage, SHOW};

/// Bytes kept from an overlong line after a file, to be read again with the bytes that follow. A command fits into
/// them.
const REREAD_BYTES: usize = 4 << 10;

/// An action for the server.
#[derive(Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// Find out whose user id this is before anything else is read. If the id is unknown, end the connection without a
    /// reply. `None` if the client sent no valid number.
    User(Option<u32>),
    /// Send this in one write.
    Reply(Cow<'static, str>),
    /// A file begins. The file before it is complete.
    File(File),
    /// More bytes of the file that began last.
    Data(Cow<'a, [u8]>),
    /// The client has sent everything. Reply with a URL and a line end, or with an error that begins with `Error: `.
    Query(Query),
    /// The client has finished.
    End,
    /// End the connection. The input cannot be used, and any error was sent already.
    Close,
}

/// A file that a client announces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Whether this is a base file: code that was handed out and does not count in the comparison.
    pub base: bool,
    /// Whether each directory was one submission when the file was sent.
    pub directory: bool,
    /// The client's name of the file: the rest of the line as text, with slashes instead of backslashes. Bytes that are
    /// not UTF-8 are read as windows-1252. It must not be used as a path on the server.
    pub name: String,
    /// The bytes of the name. Two names that are shown alike may have different ones.
    pub raw: Vec<u8>,
}

/// What the next byte belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// A command line.
    Lines,
    /// The content of a file. The value is the number of bytes that are still to come.
    Content(u64),
    /// The job has ended. Everything but `end` is ignored.
    Over,
}

/// The last file, which may be longer than announced.
#[derive(Debug)]
struct Last {
    /// The maximum number of additional bytes.
    rest: u64,
    /// Whether all bytes so far are ASCII.
    ascii: bool,
}

/// The state of the dialogue with one client.
#[derive(Debug)]
pub struct Dialogue {
    languages: Languages,
    limits: Limits,
    stage: Stage,
    /// The line that has no line end yet.
    line: Vec<u8>,
    /// A command that followed the last byte of a file on the same line.
    behind: Option<Vec<u8>>,
    greeted: bool,
    /// Whether each directory is one submission, for the files that follow.
    directory: bool,
    /// The options so far. Its `directory`: whether this was set for some file that is compared.
    query: Query,
    requested: RequestedLanguage,
    /// The number of files. `compared` leaves out base files.
    files: u32,
    compared: u32,
    bytes: u64,
    /// The last file, until a command follows.
    last: Option<Last>,
    /// Whether to end the connection after the reply is sent.
    closing: bool,
}

impl Dialogue {
    /// Starts a dialogue for a new connection.
    pub fn new(languages: Languages, limits: Limits) -> Self {
        Self {
            languages,
            limits,
            stage: Stage::Lines,
            line: Vec::new(),
            behind: None,
            greeted: false,
            directory: false,
            query: Query::default(),
            requested: RequestedLanguage::Nothing,
            files: 0,
            compared: 0,
            bytes: 0,
            last: None,
            closing: false,
        }
    }

    /// Returns the next event in the input. Returns `None` if all of `input` was read and more is needed.
    pub fn next<'a>(&mut self, input: &mut &'a [u8]) -> Option<Event<'a>> {
        if std::mem::take(&mut self.closing) {
            return Some(Event::Close);
        }
        loop {
            let event = match (self.behind.take(), self.stage) {
                (Some(line), _) => self.line(line),
                (None, _) if input.is_empty() => return None,
                (None, Stage::Content(left)) => self.content(left, input),
                (None, Stage::Lines | Stage::Over) => self.lines(input),
            };
            if event.is_some() {
                return event;
            }
        }
    }

    fn content<'a>(&mut self, left: u64, input: &mut &'a [u8]) -> Option<Event<'a>> {
        let n = usize::try_from(left).map_or(input.len(), |left| left.min(input.len()));
        let (data, rest) = input.split_at(n);
        *input = rest;
        self.stage = match left - n as u64 {
            0 => Stage::Lines,
            left => Stage::Content(left),
        };
        if let Some(last) = &mut self.last {
            last.ascii &= data.is_ascii();
        }
        self.wanted().then_some(Event::Data(Cow::Borrowed(data)))
    }

    /// Returns whether file contents are needed. If the language was refused, they are read and discarded, because some
    /// clients ignore the refusal.
    fn wanted(&self) -> bool {
        !matches!(self.requested, RequestedLanguage::Unknown)
    }

    fn lines<'a>(&mut self, input: &mut &'a [u8]) -> Option<Event<'a>> {
        let room = self.limits.line_bytes - self.line.len();
        let piece = &input[..room.min(input.len())];
        if let Some(end) = piece.iter().position(|&byte| byte == b'\n') {
            self.line.extend_from_slice(&piece[..end]);
            *input = &input[end + 1..];
            let line = std::mem::take(&mut self.line);
            return self.line(line);
        }
        self.line.extend_from_slice(piece);
        *input = &input[piece.len()..];
        (self.line.len() == self.limits.line_bytes).then(|| self.overlong()).flatten()
    }

    /// Handles a line that has reached the maximum length without a line end.
    fn overlong(&mut self) -> Option<Event<'static>> {
        if self.stage == Stage::Over {
            self.line.clear();
            return None;
        }
        // Drops at least half of the line, so that the buffer makes progress.
        let rest = self.line.split_off(self.line.len() - REREAD_BYTES.min(self.line.len() / 2));
        let line = std::mem::replace(&mut self.line, rest);
        match &self.last {
            Some(last) if line.len() as u64 <= last.rest => self.more_of_the_file(line),
            _ => {
                let limit = self.limits.line_bytes;
                Some(self.refuse(format!("Error: a line has more than {limit} bytes\n")))
            }
        }
    }

    fn line(&mut self, mut line: Vec<u8>) -> Option<Event<'static>> {
        if self.stage == Stage::Over {
            return (Command::read(&line) == Some(Command::End)).then_some(Event::End);
        }
        if let Some(last) = &self.last
            && !is_command(&line, last.ascii, self.languages)
        {
            let Some(at) = command_within(&line, self.languages) else {
                line.push(b'\n');
                return self.more_of_the_file(line);
            };
            let command = line.split_off(at);
            let event = self.more_of_the_file(line);
            self.last = None;
            self.behind = Some(command);
            return event;
        }
        self.last = None;
        self.command(Command::read(&line)?)
    }

    fn more_of_the_file(&mut self, data: Vec<u8>) -> Option<Event<'static>> {
        let last = self.last.as_mut()?;
        let Some(rest) = last.rest.checked_sub(data.len() as u64) else {
            // The data is longer than the file can still be, so it is not part of the file.
            self.last = None;
            return None;
        };
        last.rest = rest;
        last.ascii &= data.is_ascii();
        self.bytes += data.len() as u64;
        self.wanted().then_some(Event::Data(Cow::Owned(data)))
    }

    fn command(&mut self, command: Command) -> Option<Event<'static>> {
        match command {
            Command::User(number) => {
                self.greeted = true;
                return Some(Event::User(number));
            }
            Command::Directory(directory) => self.directory = directory,
            Command::Experimental => {}
            // A shared passage is in at least two submissions, and a lower limit would hide everything.
            Command::MaxMatches(limit) => {
                self.query.max_matches = limit.filter(|&limit| limit >= 2).unwrap_or(MAX_MATCHES);
            }
            Command::Show(rows) => self.query.show = rows.filter(|&rows| rows >= 1).unwrap_or(SHOW),
            Command::Language(word) => return Some(self.language(word)),
            Command::File { .. } | Command::Query(_) if !self.greeted => {
                self.stage = Stage::Over;
                return Some(Event::Close);
            }
            Command::File { base, language, size, name, raw } => {
                let file = File { base, directory: self.directory, name, raw };
                return self.file(file, language, size);
            }
            Command::Query(comment) => return Some(self.query(comment)),
            Command::End => {
                self.stage = Stage::Over;
                return Some(Event::End);
            }
        }
        None
    }

    fn language(&mut self, word: String) -> Event<'static> {
        self.requested = RequestedLanguage::from_line(word, self.languages);
        Event::Reply(if self.wanted() { "yes\n" } else { "no\n" }.into())
    }

    fn file(&mut self, file: File, language: String, size: Option<u64>) -> Option<Event<'static>> {
        let Limits { file_bytes, job_bytes, files, .. } = self.limits;
        self.files += 1;
        if self.files > files {
            return Some(self.refuse(format!("Error: more than {files} files in one job\n")));
        }
        let at = self.files;
        let Some(size) = size else {
            return Some(self.refuse(format!("Error: the size of file {at} is no number of bytes\n")));
        };
        if size > file_bytes {
            let error = format!("Error: file {at} has {size} bytes; a file may have {file_bytes} at most\n");
            return Some(self.refuse(error));
        }
        self.bytes += size;
        if self.bytes > job_bytes {
            return Some(self.refuse(format!("Error: more than {job_bytes} bytes in one job\n")));
        }
        self.stage = if size == 0 { Stage::Lines } else { Stage::Content(size) };
        self.last = Some(Last { rest: (size * REST).min(file_bytes - size), ascii: true });
        if !file.base {
            self.compared += 1;
            self.query.directory |= self.directory;
            self.requested.set_from_file(language, self.languages);
        }
        self.wanted().then_some(Event::File(file))
    }

    fn query(&mut self, comment: String) -> Event<'static> {
        self.stage = Stage::Over;
        if !self.wanted() {
            return Event::Reply("Error: the language is not known here\n".into());
        }
        if self.compared == 0 {
            // MOSS's own message. Some clients send nothing else, to find out whether a user id is known.
            return Event::Reply("Error: No files uploaded to compare.\n".into());
        }
        let language = self.requested.language().cloned();
        Event::Query(Query { language, comment, ..std::mem::take(&mut self.query) })
    }

    fn refuse(&mut self, error: String) -> Event<'static> {
        self.stage = Stage::Over;
        self.closing = true;
        Event::Reply(error.into())
    }
}
