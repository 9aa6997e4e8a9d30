//! Exact token sequences and statements of the languages that have no grammar.

mod support;

use support::check;

#[test]
fn ada() {
    check(
        "ada",
        "FOR I in A'Range LOOP c := '''; X := Character'('\"'); end loop;",
        "| for identifier in identifier ' range loop | identifier := character ; | identifier := primitive_type ' ( character ) ; | end loop ;",
    );
    check(
        "ada",
        "if A = 16#F_F# then Put (\"a \"\"b\"\"\"); -- \"c\nend if;",
        "| if identifier = number then | identifier ( string ) ; | end if ;",
    );
}

#[test]
fn modula2() {
    check(
        "modula2",
        "(* a (* b *) c *) IF x # 0FFH THEN y := 'it\"s' ELSE INC(y) END; if",
        "| IF identifier # number THEN | identifier := string | ELSE | INC ( identifier ) END ; | identifier",
    );
    // Comments that do not come out even: each ends as soon as it can.
    check("modula2", "(* (* a *) b", "| identifier");
}

#[test]
fn pascal() {
    check(
        "pascal",
        "IF a[1..2] <> $FF Then Begin s := 'it''s' + #13; {$R+} end else b (* c *) := TRUE.",
        "| if identifier [ number .. number ] <> number then begin | identifier := string + number ; end | else | identifier := boolean .",
    );
    check("pascal", "{ (* } a { (* b", "| identifier unknown ( * identifier");
}

#[test]
fn vhdl() {
    check(
        "vhdl",
        "Q <= x\"0F\" when clk'EVENT and clk='1' else (others => '0'); -- c",
        "| identifier <= string | when identifier ' identifier and identifier = character | else ( | others => character ) ;",
    );
}
