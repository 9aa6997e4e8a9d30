//! Descriptions of hardware, read by the scanner.

use crate::definition::prelude::*;

/// Verilog and `SystemVerilog`, read by the scanner. Grammars tried: tree-sitter-verilog 1.0.3 takes `m[i] = 0;` in a
/// loop for an error; tree-sitter-systemverilog 0.4.1 takes time quadratic in the length of a chain (49 s for 32 KB of
/// `a.a.`).
///
/// Decisions, all in the definition below:
/// - A number is one token with its width and base (`8'hFF`); `logic` is `reg`; integer types are one kind.
/// - System tasks (`$display`) keep their names; so do the words of compiler directives behind their backquote.
/// - A statement is what a semicolon ends, a head up to `begin`, an `else`.
pub(crate) const VERILOG: LanguageDefinition = LanguageDefinition {
    aliases: &["systemverilog", "sv"],
    endings: &["v", "vh", "sv", "svh"],
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
    ..LanguageDefinition::EMPTY
};

/// VHDL, read by the scanner.
///
/// Decisions: words mean the same in any case; the logic and numeric types of the standard packages are one kind;
/// `rising_edge(c)` and `c'event` stay different; a tick after a name is an operator.
pub(crate) const VHDL: LanguageDefinition = LanguageDefinition {
    aliases: &["vhd"],
    endings: &["vhd", "vhdl"],
    keywords: "\
        abs access after alias all and architecture array assert attribute begin block body buffer bus case \
        component configuration constant disconnect downto else elsif end entity exit file for function generate \
        generic group guarded if impure in inertial inout is label library linkage literal loop map mod nand new \
        next nor not null of on open or others out package port postponed procedure process protected pure range \
        record register reject rem report return rol ror select severity signal shared sla sll sra srl subtype \
        then to transport type unaffected units until use variable wait when while with xnor xor",
    folds: &[
        (BOOLEAN, "false true"),
        (
            PRIMITIVE_TYPE,
            "bit bit_vector boolean integer natural positive real signed std_logic std_logic_vector std_ulogic \
             std_ulogic_vector unsigned",
        ),
    ],
    operators: "& ' ( ) * ** + , - . / /= : := ; < <= <> = => > >= ? ?= [ ] @ |",
    line_comments: &["--"],
    block_comments: &[("/*", "*/")],
    quotes: &[Quote::doubled("\""), Quote::tick("'")],
    prefixes: "b d o ub uo ux sb so sx x",
    case_insensitive: true,
    number_characters: "#",
    division: StatementDivision::Boundaries(StatementBoundaries {
        before: "begin else elsif when",
        after: "; begin else generate is loop record then =>",
        never: "; begin (",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};

/// Spice netlists, read by the scanner.
///
/// Decisions: words mean the same in any case; the first letter of a line's first word says which element it is and
/// becomes the word's token (`R1` is `r`); nodes, models and parameters are `identifier`, also where a node is next to
/// a number; the title in the first line is read like any other; `+` continues a line, `*` in the first column makes it
/// a comment.
pub(crate) const SPICE: LanguageDefinition = LanguageDefinition {
    aliases: &["hspice", "ngspice", "pspice"],
    endings: &["sp", "cir", "ckt", "net", "spi", "spice"],
    k: 6,
    keywords: "\
        .ac .alter .control .dc .else .elseif .end .endc .endif .ends .endl .four .func .global .ic .if .inc .include \
        .lib .meas .measure .model .nodeset .noise .op .option .options .param .plot .print .probe .pz .save .sens \
        .step .subckt .temp .tf .tran .width ac avg db dc dec exp find from i_d ic lin max min nmos npn oct off par \
        params pjf pmos pnp poly pp pulse pwl rise fall rms sffm sin targ td temp to trig uic v_t val vdb vm vp when",
    operators: "( ) * ** + , - / : ; < <= = == > >= ? [ ] ^ { } | & !",
    line_comments: &[";", "$ "],
    column_comments: &[("*", "")],
    leading_continuations: "+",
    quotes: &[Quote::raw("\""), Quote::raw("'")],
    case_insensitive: true,
    word_characters: ".#",
    initials: "a b c d e f g h i j k l m o p q r s t u v w x y z",
    division: StatementDivision::Boundaries(StatementBoundaries { lines: true, ..StatementBoundaries::NONE }),
    ..LanguageDefinition::EMPTY
};
