//! Common Lisp and Emacs Lisp, read by the scanner.
//!
//! Decisions: words mean the same in any case; special forms, the usual macros and the functions of lists and numbers
//! keep their names, all other words are `identifier`, keywords (`:key`) among them; `first` is `car`, `rest` is `cdr`;
//! a statement is a form at the top level or one that begins with a special form.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "lisp",
    title: "Lisp",
    aliases: &["clisp", "commonlisp", "elisp"],
    endings: &["lisp", "asd", "cl", "el", "lsp"],
    // Half of the tokens are parentheses.
    scheme: Scheme { family: "lisp", normalizer: NORMALIZER, k: 7, w: 4 },
    lexical_rules: LexicalRules {
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
        quotes: &[Quote::block("\"")],
        case_insensitive: true,
        word_characters: "!$%&*+-/:<=>?^~#@",
        number_prefixes: "#x #b #o",
        character_prefixes: "#\\",
        division: StatementDivision::SExpressions(
            "\
                block case cond decf declare defclass defconstant defgeneric defmacro defmethod defpackage \
                defparameter defstruct defun defvar do do* dolist dotimes ecase flet handler-case if in-package incf \
                labels let let* loop multiple-value-bind prog1 progn push return return-from rotatef setf setq \
                unless unwind-protect when while with-open-file",
        ),
        ..LexicalRules::EMPTY
    },
    grammar: None,
};
