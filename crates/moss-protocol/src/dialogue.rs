//! The dialogue, seen from the server: bytes in, events out. Holds at most one line of what it read.
//!
//! Clients leave options out, repeat them, send them late, and know no answer but `yes`, `no`, an address, or a line that
//! begins with `Error: `. The official script's order is one of many.

use std::borrow::Cow;

use crate::asked::{Asked, Languages, Options, Query};
use crate::command::Command;
use crate::limits::Limits;
use crate::resync::{REST, command_within, is_command};

/// Bytes of an overlong line behind a file that are looked at again with what follows: a command has room in them.
const KEPT: usize = 4 << 10;

/// What the server has to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// Find out who this is, before anything else is read. Whoever it is not is left without a word. `None`: no number
    /// at all.
    User(Option<u32>),
    /// Send this, in one write.
    Reply(Cow<'static, str>),
    /// A file begins. The one before it is complete.
    File(File),
    /// Bytes of the file that began last.
    Data(Cow<'a, [u8]>),
    /// Everything is there. The answer is an address and a line end, or an error that begins with `Error: `.
    Query(Query),
    /// The client is done.
    End,
    /// End the connection: what was sent can not be used, and what has to be said was said.
    Close,
}

/// A file that a client announces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Handed out, to be left out of the comparison.
    pub base: bool,
    /// Directories are submissions, when it was sent.
    pub directory: bool,
    /// As the client calls it: rest of the line, slashes for backslashes, `\xNN` for bytes that are no UTF-8. No path of
    /// ours.
    pub name: String,
}

/// What the next byte is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Between two commands.
    Lines,
    /// So many bytes of a file are to come.
    Content(u64),
    /// Nothing counts any more but the end.
    Over,
}

/// A file that may be longer than announced.
#[derive(Debug)]
struct Last {
    /// By so many bytes at most.
    rest: u64,
    /// It has bytes of ASCII only.
    ascii: bool,
}

/// One client's dialogue.
#[derive(Debug)]
pub struct Dialogue {
    languages: Languages,
    limits: Limits,
    stage: Stage,
    /// Of the line that has no end yet.
    line: Vec<u8>,
    /// A command that stood behind the last byte of a file.
    behind: Option<Vec<u8>>,
    greeted: bool,
    options: Options,
    asked: Asked,
    /// Files, and those of them that are compared.
    files: u32,
    compared: u32,
    bytes: u64,
    /// The file that came last, as long as nothing else has come since.
    last: Option<Last>,
    /// The connection is to be ended when the reply is gone.
    closing: bool,
}

impl Dialogue {
    /// A connection that was just made.
    pub fn new(languages: Languages, limits: Limits) -> Self {
        Self {
            languages,
            limits,
            stage: Stage::Lines,
            line: Vec::new(),
            behind: None,
            greeted: false,
            options: Options::default(),
            asked: Asked::Nothing,
            files: 0,
            compared: 0,
            bytes: 0,
            last: None,
            closing: false,
        }
    }

    /// The next event in what came. `None`: all of `input` was read, and more is needed.
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

    /// Files of a client whose language was refused are read and forgotten: some never look at the refusal.
    fn wanted(&self) -> bool {
        !matches!(self.asked, Asked::Unknown)
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

    /// A line that fills all the room there is and goes on.
    fn overlong(&mut self) -> Option<Event<'static>> {
        if self.stage == Stage::Over {
            self.line.clear();
            return None;
        }
        // Half of the line goes at least, or it would never have an end.
        let kept = self.line.split_off(self.line.len() - KEPT.min(self.line.len() / 2));
        let line = std::mem::replace(&mut self.line, kept);
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
            // Longer than any rest: no part of the file.
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
            Command::Directory(directory) => self.options.directory = directory,
            Command::Experimental => {}
            Command::MaxMatches(limit) => self.options.max_matches(limit),
            Command::Show(rows) => self.options.show(rows),
            Command::Language(word) => return Some(self.language(word)),
            Command::File { .. } | Command::Query(_) if !self.greeted => {
                self.stage = Stage::Over;
                return Some(Event::Close);
            }
            Command::File { base, language, size, name } => return self.file(base, language, size, name),
            Command::Query(comment) => return Some(self.query(comment)),
            Command::End => {
                self.stage = Stage::Over;
                return Some(Event::End);
            }
        }
        None
    }

    fn language(&mut self, word: String) -> Event<'static> {
        self.asked = Asked::by_line(word, self.languages);
        Event::Reply(if self.wanted() { "yes\n" } else { "no\n" }.into())
    }

    fn file(
        &mut self,
        base: bool,
        language: String,
        size: Option<u64>,
        name: String,
    ) -> Option<Event<'static>> {
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
        if !base {
            self.compared += 1;
            self.options.any_directory |= self.options.directory;
            self.asked.said_by_file(language, self.languages);
        }
        self.wanted().then_some(Event::File(File { base, directory: self.options.directory, name }))
    }

    fn query(&mut self, comment: String) -> Event<'static> {
        self.stage = Stage::Over;
        if !self.wanted() {
            return Event::Reply("Error: the language is not known here\n".into());
        }
        if self.compared == 0 {
            // As the service of old says it: some send nothing else to find out whether a user id is known.
            return Event::Reply("Error: No files uploaded to compare.\n".into());
        }
        Event::Query(Query {
            language: self.asked.language().cloned(),
            directory: self.options.any_directory,
            max_matches: self.options.max_matches,
            show: self.options.show,
            comment,
        })
    }

    fn refuse(&mut self, error: String) -> Event<'static> {
        self.stage = Stage::Over;
        self.closing = true;
        Event::Reply(error.into())
    }
}
