//! Verilog and `SystemVerilog`, read by the scanner. Grammars tried: tree-sitter-verilog 1.0.3 takes `m[i] = 0;` in a
//! loop for an error; tree-sitter-systemverilog 0.4.1 takes time quadratic in the length of a chain (49 s for 32 KB of
//! `a.a.`).
//!
//! Decisions, all in the definition below:
//! - A number is one token with its width and base (`8'hFF`); `logic` is `reg`; integer types are one kind.
//! - System tasks (`$display`) keep their names; so do the words of compiler directives behind their backquote.
//! - A statement is what a semicolon ends, a head up to `begin`, an `else`.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "verilog",
    title: "Verilog",
    aliases: &["systemverilog", "sv"],
    endings: &["v", "vh", "sv", "svh"],
    scheme: Scheme { family: "verilog", normalizer: NORMALIZER, k: 5, w: 4 },
    lexical_rules: LexicalRules {
        keywords: "\
            $bits $clog2 $display $dumpfile $dumpvars $error $fatal $finish $monitor $random $readmemb $readmemh $signed \
            $stop $strobe $time $unsigned $urandom $write always always_comb always_ff always_latch and assert assign \
            assume automatic begin bind break buf bufif0 bufif1 case casex casez class cmos const constraint continue \
            cover covergroup coverpoint deassign default default_nettype define defparam disable do edge else elsif end \
            endcase endclass endfunction endgenerate endif endinterface endmodule endpackage endprimitive endprogram \
            endproperty endspecify endtable endtask enum event export extends extern final for force foreach forever \
            fork function generate genvar if ifdef ifndef import include initial inout input inside interface join \
            join_any join_none large localparam macromodule medium modport module nand negedge new nmos nor not notif0 \
            notif1 null or output package packed parameter pmos posedge primitive priority program property pull0 pull1 \
            pulldown pullup rand real realtime ref reg release repeat resetall return scalared signed small specify \
            specparam static string strong0 strong1 struct super supply0 supply1 table task this time timescale tran tri \
            tri0 tri1 triand trior trireg type typedef undef union unique unsigned use uwire var vectored virtual void \
            wait wand weak0 weak1 while wire with wor xnor xor",
        folds: &[(PRIMITIVE_TYPE, "byte int integer longint shortint"), ("reg", "logic bit")],
        operators: "\
            ! != !== # ## $ % %= & && &= ' '{ ( (* ) * *) ** *= *> + ++ += +: , - -- -= -: -> ->> . .* / /= : :: ; < << \
            <<< <<= <= = == === ==? => > >= >> >>= >>> ? @ [ ] ^ ^= ^~ ` { | |= || } ~ ~& ~^ ~|",
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        quotes: &[Quote::line("\"")],
        word_characters: "$",
        quoted_digits: true,
        division: StatementDivision::Boundaries(StatementBoundaries {
            before: "else module",
            after: "; begin else fork",
            never: "; : begin end endcase endclass endfunction endgenerate endmodule endtask fork join join_any join_none",
            brackets: "([{",
            ..StatementBoundaries::NONE
        }),
        ..LexicalRules::EMPTY
    },
    grammar: None,
};
