//! SQL of all servers and PL/SQL, read by the scanner, since every server quotes in its own way.
//!
//! Decisions, all in the definition below:
//! - Keywords mean the same in any case; names of tables, columns and functions are identifiers, also in quotes.
//! - Numeric types are one kind, `TRUE` and `FALSE` another; `<>` is `!=`. Words that are common names of columns
//!   (`name`, `date` is not one, `value`, `level`) are identifiers.
//! - A backslash before a quote escapes it if the text goes on directly after it (`'don\'t'`, not `'C:\'`).
//!   `q'{...}'`, `$x$...$x$` and `E'...'` are strings. `# ` and lines that begin with `#`, `//`, `\`, `REM` or `PROMPT`
//!   are comments.
//! - A statement is what a semicolon ends, and each clause of a query: `FROM`, `JOIN`, `WHERE`, `GROUP BY`, `ORDER BY`.

use crate::definition::prelude::*;
use crate::tokens::IDENTIFIER_CODE;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["plsql", "mysql", "postgresql"],
    endings: &["sql", "pls", "plsql", "pks", "pkb", "ddl"],
    keywords: "\
        action add admin after all alter always analyze and any array as asc atomic authorization \
        auto_increment avro before begin between bigserial bin_pack binary bit body boolean box2d box3d brin \
        btree by bytea cache cached called cascade cascaded case cast change char character characteristics \
        check close collate column columns commit committed compression compute concurrently conflict \
        connection constraint constraints copy cost create cross csv current current_timestamp cursor cycle \
        database date datetime datetime2 datetimeoffset declare default deferrable deferred definer delayed \
        delete delimited delimiter desc distinct do drop dual duplicate each else elsif encoding encrypted \
        end engine enum escape escaped except exception exclude execute exists exit explain extended \
        extension external fetch fields filter following follows for force force_not_null force_null \
        force_quote foreign format freeze from full function generated geography geometry gin gist group \
        groups hash having header high_priority if ignore image immediate immutable in increment incremental \
        index inet initially inner inout insert instead intersect interval into invoker is isolation join \
        json jsonb jsonfile key language lateral leakproof left like limit lines local logged loop \
        low_priority match matched materialized maxvalue merge metadata minvalue modify money natural nchar \
        new no none noscan not nothing nowait null nulls nvarchar of off offset oid oids old on only open \
        optimize option or orc order ordinality others out outer over overwrite owned package parallel \
        parquet partition partitioned plain pls_integer pragma precedes preceding precision primary \
        procedure quote raise range rcfile read record recursive references referencing regclass \
        regnamespace regproc regtype rename repeatable replace replication reset restart restrict restricted \
        return returning returns reverse rewrite right rollback row rows rowtype schema security select \
        separator sequence sequencefile serial serializable set setof show similar smalldatetime smallmoney \
        smallserial snapshot some sort spgist stable start statement statistics stats stdin storage stored \
        strict string support table tables tablespace tblproperties temp temporary terminated text textfile \
        then ties time timestamp timestamptz to transaction trigger truncate type unbounded uncached \
        uncommitted union unique unload unlogged unsafe unsigned until update use using uuid vacuum valid \
        values varbinary varchar varchar2 variadic varying verbose view virtual volatile wait when where \
        while window with without write xml zerofill zone",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "bigint decimal double float int integer mediumint number numeric real smallint tinyint",
        ),
        ("!=", "<>"),
    ],
    case_insensitive: true,
    operators: "!= % & ( ) * + , - -> ->> . .. / : :: := ; < << <= = => > >= >> ? @ [ ] ^ { | || } ~",
    line_comments: &["--", "# ", "#\t"],
    block_comments: &[("/*", "*/")],
    column_comments: &[
        ("#", ""),
        ("//", ""),
        ("\\", ""),
        ("PROMPT ", ""),
        ("Prompt ", ""),
        ("prompt ", ""),
        ("REM ", ""),
        ("REMARK ", ""),
        ("Rem ", ""),
        ("rem ", ""),
        ("remark ", ""),
    ],
    quotes: &[
        Quote { escape: QuoteEscape::DoubledOrBackslash, ..Quote::block("'") },
        Quote::between("q'[", "]'"),
        Quote::between("q'{", "}'"),
        Quote::between("q'(", ")'"),
        Quote::between("q'<", ">'"),
        Quote::between("q'!", "!'"),
        Quote::between("q'|", "|'"),
        Quote::between("Q'[", "]'"),
        Quote::between("Q'{", "}'"),
        Quote::between("Q'(", ")'"),
        Quote::between("Q'<", ">'"),
        Quote::between("Q'!", "!'"),
        Quote::between("Q'|", "|'"),
        Quote { code: IDENTIFIER_CODE, ..Quote::doubled("\"") },
        Quote { code: IDENTIFIER_CODE, ..Quote::doubled("`") },
    ],
    prefixes: "b e n x",
    dollar_quotes: true,
    word_characters: "$#",
    division: StatementDivision::Boundaries(StatementBoundaries {
        before: "create delete drop except from group having insert intersect join limit order select set union \
                 update values when where",
        after: "; begin declare do else loop then",
        never: ";",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
