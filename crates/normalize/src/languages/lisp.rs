//! Lisp and its dialects, read by the scanner.

use crate::definition::prelude::*;
use crate::tokens::IDENTIFIER_CODE;

/// A symbol between bars, which may contain any character: `|a "b|`.
const BARS: Quote = Quote { code: IDENTIFIER_CODE, ..Quote::line("|") };

/// Common Lisp and Emacs Lisp, read by the scanner.
///
/// Decisions: words mean the same in any case; special forms, the usual macros and the functions of lists and numbers
/// keep their names, all other words are `identifier`, keywords (`:key`) among them; `first` is `car`, `rest` is `cdr`;
/// a statement is a form at the top level or one that begins with a special form.
pub(crate) const LISP: LanguageDefinition = LanguageDefinition {
    aliases: &["clisp", "commonlisp", "elisp"],
    endings: &["lisp", "asd", "cl", "el", "lsp"],
    // Half of the tokens are parentheses.
    k: 7,
    keywords: "\
        * + - / /= 1+ 1- < <= = > >= abs and append apply aref assert assoc atom block caar cadr car case catch cddr \
        cdr char cond cons consp decf declare defclass defconstant defgeneric define-condition defmacro defmethod \
        defpackage defparameter defstruct defun defvar do do* dolist dotimes ecase elt eq eql equal equalp error \
        evenp every expt find flet floor format funcall function gethash getf handler-case if ignore-errors \
        in-package incf interactive labels lambda last length let let* list listp loop make-array make-hash-table \
        make-instance mapc mapcar max member min minusp mod multiple-value-bind nconc nil not nreverse nth null \
        numberp oddp or plusp pop position print prin1 princ prog1 progn psetf push quote reduce rem remove \
        remove-if remove-if-not replace require return return-from reverse rotatef search setf setq some sort \
        string= stringp subseq symbolp t tagbody terpri throw truncate typecase unless unwind-protect values \
        vector when while with-open-file zerop",
    folds: &[("car", "first"), ("cdr", "rest"), ("cadr", "second")],
    operators: "# ' ( ) , ,@ . ... [ ] ` { } |",
    line_comments: &[";"],
    block_comments: &[("#|", "|#")],
    nested_comments: true,
    quotes: &[Quote::block("\""), BARS],
    case_insensitive: true,
    word_characters: "!$%&*+-/:<=>?^~#@",
    number_prefixes: "#x #b #o",
    character_prefixes: "#\\ ?\\",
    division: StatementDivision::SExpressions(
        "\
            block case cond decf declare defclass defconstant defgeneric defmacro defmethod defpackage \
            defparameter defstruct defun defvar do do* dolist dotimes ecase flet handler-case if in-package incf \
            labels let let* loop multiple-value-bind prog1 progn push return return-from rotatef setf setq \
            unless unwind-protect when while with-open-file",
    ),
    ..LanguageDefinition::EMPTY
};

/// Scheme and Racket, read by the scanner.
///
/// Decisions: special forms and the predicates and operators of lists and numbers keep their names, all other words are
/// `identifier`; `#t`, `#true` and their opposites are one kind; a statement is a form at the top level or one that
/// begins with a special form; brackets stay different from parentheses.
pub(crate) const SCHEME: LanguageDefinition = LanguageDefinition {
    aliases: &["racket", "schema"],
    endings: &["scm", "rkt", "sch", "sld", "ss"],
    // Half of the tokens are parentheses.
    k: 7,
    keywords: "\
        * + - / < <= = > >= abs and append apply assoc assq assv begin boolean? caar cadr call-with-current-continuation \
        call/cc car case case-lambda cddr cdr char? cond cons define define-record-type define-struct \
        define-syntax delay display do else => eq? equal? eqv? error even? expt filter fold for-each force if integer? \
        lambda length let let* let*-values let-values letrec letrec* list list-ref list? map max member memq min \
        modulo negative? newline not null? number? odd? or pair? parameterize positive? procedure? provide \
        quasiquote quote quotient read reduce remainder require reverse set! set-car! set-cdr! sqrt string-append \
        string? struct symbol? syntax-rules unless unquote values vector vector-ref vector-set! vector? when \
        while write zero?",
    folds: &[
        (BOOLEAN, "#f #false #t #true"),
        ("car", "first"),
        ("cdr", "rest"),
        ("cadr", "second"),
        ("null?", "empty?"),
        ("lambda", "λ"),
    ],
    operators: "# ' ( ) , ,@ . ... [ ] ` { } #; |",
    line_comments: &[";"],
    block_comments: &[("#|", "|#")],
    nested_comments: true,
    quotes: &[Quote::block("\""), BARS],
    here_documents: &[("#<<", false)],
    word_characters: "!$%&*+-/:<=>?^~#",
    number_prefixes: "#x #b #o #d #e #i",
    character_prefixes: "#\\",
    division: StatementDivision::SExpressions(
        "\
            begin case cond define define-record-type define-struct define-syntax do for-each if let let* letrec \
            letrec* provide require set! struct unless when while",
    ),
    ..LanguageDefinition::EMPTY
};

/// Clojure, read by the scanner.
///
/// Decisions: special forms, the usual macros and the functions of sequences and numbers keep their names, all other words
/// are `identifier`, keywords (`:key`) among them; `true` and `false` are one kind, `nil` stays; a comma is layout;
/// brackets and braces stay different from parentheses; a statement is a form at the top level or one that begins with a
/// special form.
pub(crate) const CLOJURE: LanguageDefinition = LanguageDefinition {
    aliases: &["clj"],
    endings: &["clj", "bb", "cljc", "cljs", "edn"],
    // Half of the tokens are brackets.
    k: 7,
    keywords: "\
        * + - -> ->> / < <= = == > >= and apply as-> assoc atom binding case catch class comp concat cond conj cons \
        contains? count dec declare def defmacro defmethod defmulti defn defn- defonce defprotocol defrecord deref \
        deftype disj dissoc do doall doseq dosync dotimes drop empty? even? every? false? filter finally first fn for \
        format frequencies get get-in group-by hash-map if if-let if-not if-some import inc interleave into iterate keys \
        keyword? last lazy-seq let letfn list loop map map-indexed mapcat mapv max merge min mod neg? new next nil nil? not \
        not= ns nth number? odd? or partial partition peek pop pos? pr-str print println proxy quot quote range recur \
        reduce rem remove repeat require reset! rest reverse second seq set set! shuffle some some? sort sort-by split str \
        subs swap! take throw try update update-in use vals vec vector when when-let when-not while zero?",
    folds: &[(BOOLEAN, "true false"), ("fn", "λ")],
    operators: "# #' #( #{ #_ ' ( ) @ [ ] ^ ` { } ~ ~@ .",
    line_comments: &[";"],
    // A comma is nothing.
    block_comments: &[(",", "")],
    quotes: &[Quote { close: "\"", ..Quote::block("#\"") }, Quote::block("\"")],
    word_characters: "!$%&*+-/:<=>?.#|",
    character_prefixes: "\\",
    division: StatementDivision::SExpressions(
        "\
            -> ->> case cond def defmacro defmethod defmulti defn defn- defonce defprotocol defrecord deftype do doseq \
            dotimes for if if-let if-not let loop ns println recur require swap! throw try when when-let when-not while",
    ),
    ..LanguageDefinition::EMPTY
};
