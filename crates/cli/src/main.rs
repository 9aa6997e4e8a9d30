//! The binary of Chaffinch. This file contains the grammar of the command line and the exit status. Each subcommand has
//! its own file.
//!
//! Results go to standard output or files, everything else to standard error. Exit status: 0 done, 1 failed, 2 wrong
//! usage, 3 found by `check`.

mod backup;
mod compare;
mod corpus_program;
mod data;
mod http;
mod input;
mod installation;
mod program;
mod service;
mod settings;
mod submit;
mod terminal;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::backup::restore;
use crate::compare::preview;
use crate::data::{archive, course, doctor, person, token, upgrade, user};
use crate::input::clones;
use crate::program::diagnostics::Diagnostics;
use crate::program::grammar;
use crate::service::{serve, worker};

/// The allocator for the parser as well, which is written in C and allocates most: the `override` feature of the crate
/// replaces `malloc` itself. Creating a parser for each of many short texts is slow with the allocator of the C library
/// and fast with this one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Find copied work among the submissions of a class
#[derive(Debug, Parser)]
#[command(name = "chaffinch", version, propagate_version = true, max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    diagnostics: Diagnostics,
}

#[derive(Debug, Subcommand)]
enum Command {
    Compare(compare::Arguments),
    Submit(Box<submit::Arguments>),
    Check(submit::check::Arguments),
    Serve(serve::Arguments),
    Worker(worker::Arguments),
    Languages(preview::LanguagesArguments),
    User(user::Arguments),
    Token(token::Arguments),
    Migrate(upgrade::MigrateArguments),
    UpgradeCheck(upgrade::CheckArguments),
    Backup(backup::Arguments),
    Restore(restore::Arguments),
    Archive(archive::Arguments),
    Course(course::Arguments),
    Corpus(corpus_program::Arguments),
    Person(person::Arguments),
    Doctor(doctor::Arguments),
    Completions(grammar::CompletionsArguments),
    Man(grammar::ManArguments),
    /// Read one upload and write one report, as the child process of a worker
    #[command(hide = true)]
    Analyse,
    /// Read one git repository, as the child process of `compare --clones`
    #[command(hide = true, name = clones::child::SUBCOMMAND)]
    ReadClone,
}

fn main() -> ExitCode {
    // All TLS connections use this provider. Installing it fails only if another one was installed before, which is not
    // the case.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let CommandLine { command, diagnostics } = CommandLine::parse();
    let outcome = match command {
        Command::Compare(arguments) => compare::run(&arguments, diagnostics),
        Command::Submit(arguments) => submit::run(&arguments, diagnostics),
        // The exit status says whether something was found.
        Command::Check(arguments) => match submit::check::run(&arguments, diagnostics) {
            Ok(status) => return status,
            Err(error) => Err(error),
        },
        Command::Serve(arguments) => serve::run(&arguments, diagnostics),
        Command::Worker(arguments) => worker::run(&arguments, diagnostics),
        Command::Languages(arguments) => preview::print_languages(&arguments),
        Command::User(arguments) => user::run(arguments),
        Command::Token(arguments) => token::run(arguments),
        Command::Migrate(arguments) => upgrade::migrate(&arguments),
        Command::UpgradeCheck(arguments) => upgrade::check_upgrade(&arguments),
        Command::Backup(arguments) => backup::run(&arguments, diagnostics),
        Command::Restore(arguments) => restore::run(&arguments, diagnostics),
        Command::Person(arguments) => person::run(arguments, diagnostics),
        Command::Archive(arguments) => archive::run(arguments, diagnostics),
        Command::Course(arguments) => course::run(arguments),
        Command::Corpus(arguments) => corpus_program::run(&arguments, diagnostics),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Completions(arguments) => grammar::print_completions(&arguments, &CommandLine::command()),
        Command::Man(arguments) => {
            // The page of `corpus` would have the name of the page of the program that it starts.
            grammar::write_manual(
                &arguments,
                CommandLine::command().mut_subcommand("corpus", |corpus| corpus.hide(true)),
            )
        }
        Command::Analyse => return chaffinch_jobs::child::main(),
        Command::ReadClone => return clones::child::main(),
    };
    program::exit_code(outcome, diagnostics)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use crate::CommandLine;

    #[test]
    fn the_command_line_is_consistent_and_every_help_has_an_example() {
        crate::program::check_command_line(CommandLine::command());
    }
}
