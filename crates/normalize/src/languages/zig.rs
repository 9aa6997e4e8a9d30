//! Zig, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - The types of integers that a program usually has, those of floating point and `bool` are one kind; `true` and `false`
//!   are one kind; `null` and `undefined` stay.
//! - Functions of the compiler (`@import`) are keywords if programs of courses use them, and identifiers otherwise.
//! - `pub`, `const` and `var` stay: they decide what compiles.
//! - Each line of a string over several lines (`\\`) is a token.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    endings: &["zig", "zon"],
    keywords: "\
        @This @as @floatFromInt @import @intCast @intFromFloat @max @memcpy @memset @min @mod @panic @ptrCast @rem \
        @sizeOf @sqrt @truncate @typeInfo _ addrspace align allowzero and anyerror anyframe anytype asm async await \
        break callconv catch comptime const continue defer else enum errdefer error export extern fn for if inline \
        linksection noalias noinline nosuspend null opaque or orelse packed pub resume return struct suspend switch \
        test threadlocal try type undefined union unreachable usingnamespace var void volatile while",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "\
            bool c_char c_int c_long c_uint comptime_float comptime_int f16 f32 f64 f80 f128 i8 i16 i32 i64 i128 isize \
            u1 u2 u3 u4 u5 u6 u7 u8 u16 u32 u64 u128 usize",
        ),
    ],
    operators: "\
        ! != % %= & &= ( ) * ** *% *%= *= + ++ += +% +%= +| , - -= -% -%= -> . .* .. ... .? / /= : ; < << <<= <= = == => > \
        >= >> >>= ? @ [ ] ^ ^= { | |= || } ~",
    block_comments: &[],
    quotes: &[Quote { close: "\n", ..Quote::raw("\\\\") }, Quote::line("\""), Quote::character("'")],
    word_characters: "@",
    ..LanguageDefinition::LIKE_C
};
