//! Solidity, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Types of integers and `bool` are one kind; `address`, `string` and `bytes` keep their names, and so does the place of
//!   a value (`memory`), which decides what a program does.
//! - `true` and `false` are one kind. A unit (`ether`, `days`) is a keyword.
//! - What every contract uses (`msg`, `require`, `keccak256`) keeps its name, except `sender` and other members.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    endings: &["sol"],
    keywords: "\
        abstract address anonymous as assembly assert block break bytes bytes1 bytes16 bytes20 bytes32 bytes4 bytes8 \
        calldata case catch constant constructor continue contract days default delete do else emit enum error ether \
        event external fallback finney for from function global gwei hours if immutable import indexed interface \
        internal is keccak256 let library mapping memory minutes modifier msg new override payable pragma private \
        public pure receive require return returns revert seconds solidity storage string struct super switch this \
        throw transient try tx type unchecked using var view virtual weeks wei while",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "\
            bool byte fixed int int8 int16 int32 int64 int128 int256 ufixed uint uint8 uint16 uint24 uint32 uint64 \
            uint96 uint128 uint160 uint256",
        ),
    ],
    operators: "\
        ! != % %= & && &= ( ) * ** *= + ++ += , - -- -= -> . / /= : := ; < << <<= <= = == => > >= >> >>= ? [ ] ^ ^= { | |= \
        || } ~",
    quotes: &[Quote::line("\""), Quote::line("'")],
    prefixes: "hex unicode",
    word_characters: "$",
    ..LanguageDefinition::LIKE_C
};
