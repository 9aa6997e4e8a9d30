//! Proof assistants: Coq (Rocq) and Lean, read by the scanner.

use crate::definition::prelude::*;

/// Coq, which is called Rocq today.
///
/// Decisions: the words of commands, of terms and of the usual tactics keep their names; all other words are
/// `identifier`, with the modules before them (`Nat.add_comm`); `true` and `false` of `bool` are one kind, `True` and
/// `False` are propositions and identifiers; a letter of mathematics is read as its sign in ASCII; a statement is a
/// command, a tactic, a case, or a sentence after a bullet.
pub(crate) const COQ: LanguageDefinition = LanguageDefinition {
    aliases: &["rocq"],
    endings: &["coq"],
    // Proofs consist of a few tactics.
    k: 7,
    keywords: "\
        Abort Admitted Arguments Axiom Check Class CoFixpoint CoInductive Compute Context Corollary Defined Definition \
        End Eval Example Export Extraction Fact Fixpoint From Function Goal Hint Hypotheses Hypothesis Import Inductive \
        Infix Instance Lemma Let Ltac Module Notation Open Parameter Print Program Proof Proposition Prop Qed Record \
        Remark Require Reserved Restart Scope Search Section Set Theorem Type Variable Variables absurd admit \
        apply as assert assumption at auto by case change clear congruence constructor contradiction cut dependent \
        destruct discriminate eapply eauto elim else end eq_refl exact exfalso exists fail field firstorder fix f_equal \
        for forall fun generalize goal idtac if in induction injection intro intros intuition inversion inversion_clear \
        lazymatch left let lia match move now omega pose progress reflexivity remember rename repeat \
        replace return revert rewrite right ring set simpl specialize split struct subst symmetry tauto then transitivity \
        trivial try unfold using where with",
    folds: &[
        (BOOLEAN, "true false"),
        ("forall", "∀"),
        ("exists", "∃"),
        ("fun", "λ"),
        ("->", "→"),
        ("<->", "↔"),
        ("/\\", "∧"),
        ("\\/", "∨"),
        ("~", "¬"),
        ("<>", "≠"),
        ("<=", "≤"),
        (">=", "≥"),
    ],
    operators: "\
        ! % & && ' ( ) * ** + ++ , - -> . .. / /\\ : :: := ; < <- <-> <= <=? <> <? = =? => > >= >-> ? @ [ \\ \\/ ] ^ _ ` { | |- \
        || } ~",
    block_comments: &[("(*", "*)")],
    nested_comments: true,
    quotes: &[Quote { escape: QuoteEscape::Doubled, ..Quote::block("\"") }],
    word_characters: "'",
    word_joiners: ".",
    dot_before_digit: true,
    division: StatementDivision::Boundaries(StatementBoundaries {
        before: "|",
        after: ". ;",
        never: ". ; - + * { }",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
