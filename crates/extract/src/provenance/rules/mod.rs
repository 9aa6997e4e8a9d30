//! The rules by which files that no student wrote are recognised: by name, and by a phrase near the beginning where a
//! student's file may have such a name. In the manner of GitHub's Linguist, with what courses hand in besides.

mod libraries;
mod rule;
mod tools;

use chaffinch_submission::Provenance::{self, Generated, Vendored};

pub(super) use rule::Rule;
use rule::rule;

/// What a minified file is.
pub(super) const MINIFIED: (Provenance, &str) = (Vendored, "minified");

/// Returns all rules. The first one that fits decides.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    FIRST.iter().chain(libraries::RULES).chain(tools::RULES)
}

/// Rules whose names say more than what is in the file.
const FIRST: &[Rule] = &[
    rule(MINIFIED.0, MINIFIED.1, &["*.min.js", "*.min.mjs", "*.min.css", "*-min.js", "*-min.css"], &[]),
    rule(Generated, "bundle", &["*.bundle.js", "*.chunk.js", "*.chunk.css"], &[]),
    rule(Generated, "source map", &["*.js.map", "*.mjs.map", "*.css.map", "*.ts.map"], &[]),
    rule(Generated, "lock file of a package manager", LOCKS, &[]),
    rule(
        Generated,
        "Ruby on Rails",
        &["public/404.html", "public/422.html", "public/500.html"],
        &["(404)</title>", "(422)</title>", "(500)</title>"],
    ),
    rule(
        Generated,
        "Ruby on Rails",
        &["config/environments/*.rb"],
        &["take precedence over those in config/application.rb"],
    ),
    rule(Vendored, "Gradle wrapper", &["gradlew", "gradlew.bat"], &["gradle start", "gradlew"]),
    rule(Vendored, "Gradle wrapper", &["gradle-wrapper.properties"], &[]),
    rule(Vendored, "Maven wrapper", &["mvnw", "mvnw.cmd"], &["maven"]),
    rule(Vendored, "Maven wrapper", &["maven-wrapper.properties", "mavenwrapperdownloader.java"], &[]),
    rule(Vendored, "licence text", LICENCE_NAMES, LICENCE_PHRASES),
    rule(Vendored, "code of conduct", &["code_of_conduct*", "code-of-conduct*"], &["contributor covenant"]),
];

/// Lock files of package managers.
const LOCKS: &[&str] = &[
    ".terraform.lock.hcl",
    "buildscript-gradle.lockfile",
    "bun.lock",
    "cargo.lock",
    "cartfile.resolved",
    "composer.lock",
    "conda-lock.yml",
    "deno.lock",
    "flake.lock",
    "gemfile.lock",
    "go.sum",
    "go.work.sum",
    "gradle.lockfile",
    "mix.lock",
    "npm-shrinkwrap.json",
    "package.resolved",
    "package-lock.json",
    "packages.lock.json",
    "pdm.lock",
    "pipfile.lock",
    "pixi.lock",
    "pnpm-lock.yaml",
    "podfile.lock",
    "poetry.lock",
    "pubspec.lock",
    "pylock.toml",
    "rebar.lock",
    "renv.lock",
    "stack.yaml.lock",
    "uv.lock",
    "yarn.lock",
];

const LICENCE_NAMES: &[&str] = &[
    "license*",
    "licence*",
    "copying*",
    "unlicense*",
    "notice",
    "notice.*",
    "mit-license*",
    "gpl*",
    "lgpl*",
];

const LICENCE_PHRASES: &[&str] = &[
    "permission is hereby granted",
    "permission to use, copy, modify",
    "gnu general public license",
    "gnu lesser general public license",
    "gnu affero general public license",
    "apache license",
    "redistribution and use in source and binary",
    "mozilla public license",
    "eclipse public license",
    "creative commons",
    "free and unencumbered software",
    "boost software license",
];
