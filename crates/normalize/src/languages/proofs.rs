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
        ! # % & && ' ( ) * ** + ++ , - -> . .. / /\\ : :: := ; < <- <-> <= <=? <> <? = =? => > >= >-> ? @ [ \\ \\/ ] ^ _ ` { | |- \
        || } ~ ∩ ∪ ∈ ⊆ ∘ ×",
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

/// Lean 4, and Lean 3 as far as it has the same words.
///
/// Decisions: as for Coq; `Nat`, `Int` and `Float` are one kind, also as `ℕ` and `ℤ`; `fun` is `λ`; a statement is a line,
/// or what follows `by`.
pub(crate) const LEAN: LanguageDefinition = LanguageDefinition {
    aliases: &["lean4"],
    endings: &["lean"],
    k: 7,
    keywords: "\
        #align #check #eval #print #reduce #synth Prop Sort Type _ abbrev all_goals any_goals apply assume assumption at \
        attribute axiom by by_cases by_contra calc case cases cases' catch class congr constant constructor contradiction \
        decide def deriving do done else end example exact exfalso exists exists' export ext extends field_simp finally \
        for forall from fun funext generalize goal have hiding if import in inductive induction infix infixl infixr \
        instance intro intros lemma let linarith local macro match mut mutual namespace next nlinarith noncomputable \
        nomatch norm_num notation obtain omega opaque open partial postfix prefix private protected push_neg rcases refine \
        rename repeat return rewrite rfl right left ring rintro rw scoped section set show simp simpa sorry specialize \
        split structure subst suffices syntax tauto termination_by then theorem trivial try unfold universe unless use \
        using variable variables where while with",
    folds: &[
        (BOOLEAN, "true false"),
        (PRIMITIVE_TYPE, "Bool Char Float Int Nat UInt32 UInt64 UInt8 ℕ ℤ ℝ"),
        ("forall", "∀"),
        ("exists", "∃"),
        ("fun", "λ"),
        ("->", "→"),
        ("<->", "↔"),
        ("/\\", "∧"),
        ("\\/", "∨"),
        ("¬", "Not"),
        ("=>", "↦"),
        ("<-", "←"),
        ("<=", "≤"),
        (">=", "≥"),
        ("!=", "≠"),
    ],
    operators: "\
        ! != # $ % & && ' ( ) * + ++ , - -> . .. / /\\ : :: := ; < <$> <* <- <-> <;> <= <| <|> = == => > >= >>= ? ?_ @ [ \\ \\/ \
        ] ^ ` { | |> || } ~ ¬ · × ∈ ∉ ∘ ∣ ⊆ ∩ ∪ ∅ ⟨ ⟩ ⊢ ▸ ⁻¹ ∑ ∏ ↑ ⊈",
    line_comments: &["--"],
    block_comments: &[("/-", "-/")],
    nested_comments: true,
    quotes: &[Quote::block("\""), Quote::character("'")],
    prefixes: "s! m! f! r",
    lifetimes: true,
    word_characters: "'#",
    word_joiners: ".",
    word_endings: "!?",
    dot_before_digit: true,
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        after: "by ; <;>",
        never: "· ;",
        brackets: "([{",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
