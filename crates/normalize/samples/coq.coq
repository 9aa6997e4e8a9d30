(* Numbers, lists, trees and a small language (* with proofs *). *)
From Coq Require Import Arith List Lia.
Require Import Coq.Strings.String.
Import ListNotations.
Open Scope string_scope.

Set Implicit Arguments.

Module Numbers.

Inductive nat' : Type :=
  | O' : nat'
  | S' : nat' -> nat'.

Fixpoint plus (n m : nat) : nat :=
  match n with
  | 0 => m
  | S n' => S (plus n' m)
  end.

Fixpoint even (n : nat) : bool :=
  match n with
  | 0 => true
  | S 0 => false
  | S (S n') => even n'
  end.

Definition double (n : nat) := n + n.

Notation "x ++++ y" := (plus x y) (at level 50, left associativity).

Example plus_works : plus 2 3 = 5.
Proof. reflexivity. Qed.

Theorem plus_n_O : forall n : nat, n + 0 = n.
Proof.
  intros n. induction n as [| n' IHn'].
  - reflexivity.
  - simpl. rewrite -> IHn'. reflexivity.
Qed.

Theorem plus_n_Sm : forall n m : nat, S (n + m) = n + S m.
Proof.
  intros n m.
  induction n as [| n' IHn'].
  - simpl. reflexivity.
  - simpl. rewrite IHn'. reflexivity.
Qed.

Theorem plus_comm : forall n m : nat, n + m = m + n.
Proof.
  intros n m. induction n as [| n' IHn'].
  - rewrite plus_n_O. reflexivity.
  - simpl. rewrite IHn'. apply plus_n_Sm.
Qed.

Lemma double_plus : forall n, double n = n + n.
Proof.
  intros n. unfold double. auto.
Qed.

Lemma square_less : forall n : nat, 1 < n -> n < n * n.
Proof.
  intros n H. destruct n.
  - inversion H.
  - simpl. lia.
Qed.

End Numbers.

Section Lists.

Variable A : Type.
Hypothesis A_dec : forall x y : A, {x = y} + {x <> y}.

Fixpoint app (l1 l2 : list A) : list A :=
  match l1 with
  | nil => l2
  | cons h t => cons h (app t l2)
  end.

Fixpoint rev (l : list A) : list A :=
  match l with
  | nil => nil
  | h :: t => app (rev t) (h :: nil)
  end.

Fixpoint len (l : list A) : nat :=
  match l with
  | [] => 0
  | _ :: t => 1 + len t
  end.

Theorem app_nil : forall l : list A, app l nil = l.
Proof.
  induction l as [| h t IH].
  * reflexivity.
  * simpl. rewrite IH. reflexivity.
Qed.

Theorem app_assoc : forall l1 l2 l3 : list A,
  app (app l1 l2) l3 = app l1 (app l2 l3).
Proof.
  intros l1 l2 l3; induction l1 as [| h t IH]; simpl.
  + reflexivity.
  + rewrite IH; reflexivity.
Qed.

Theorem app_length : forall l1 l2 : list A,
  len (app l1 l2) = len l1 + len l2.
Proof.
  intros. induction l1.
  - trivial.
  - simpl. f_equal. assumption.
Qed.

Theorem rev_app : forall l1 l2 : list A,
  rev (app l1 l2) = app (rev l2) (rev l1).
Proof.
  intros l1 l2. induction l1 as [| h t IH].
  - simpl. rewrite app_nil. reflexivity.
  - simpl. rewrite IH, app_assoc. reflexivity.
Qed.

End Lists.

Inductive tree : Type :=
  | Leaf : tree
  | Node (left : tree) (value : nat) (right : tree) : tree.

Fixpoint size (t : tree) : nat :=
  match t with
  | Leaf => 0
  | Node l _ r => size l + 1 + size r
  end.

Fixpoint mirror (t : tree) : tree :=
  match t with
  | Leaf => Leaf
  | Node l v r => Node (mirror r) v (mirror l)
  end.

Lemma mirror_size : forall t, size (mirror t) = size t.
Proof.
  induction t; simpl; [reflexivity | lia].
Qed.

Lemma mirror_mirror : forall t, mirror (mirror t) = t.
Proof.
  induction t as [| l IHl v r IHr].
  - reflexivity.
  - simpl. rewrite IHl. rewrite IHr. reflexivity.
Qed.

Inductive expr : Set :=
  | Num : nat -> expr
  | Var : string -> expr
  | Add : expr -> expr -> expr
  | If : expr -> expr -> expr -> expr.

Definition state := string -> nat.
Definition start : state := fun x => if String.eqb x "it''s" then 1 else 0.

Fixpoint eval (s : state) (e : expr) : nat :=
  match e with
  | Num n => n
  | Var x => s x
  | Add a b => eval s a + eval s b
  | If c a b => if Nat.eqb (eval s c) 0 then eval s b else eval s a
  end.

Fixpoint fold (e : expr) : expr :=
  match e with
  | Add (Num 0) b => fold b
  | Add a b => Add (fold a) (fold b)
  | other => other
  end.

Reserved Notation "a '-->' b" (at level 40).

Inductive step : expr -> expr -> Prop :=
  | StepAdd : forall n m, Add (Num n) (Num m) --> Num (n + m)
  | StepLeft : forall a a' b, a --> a' -> Add a b --> Add a' b
  where "a '-->' b" := (step a b).

Record point := { px : nat; py : nat }.

Ltac solve_it := intros; simpl in *; try lia; eauto.

Theorem and_swap : forall P Q : Prop, P /\ Q -> Q /\ P.
Proof.
  intros P Q [HP HQ]. split; assumption.
Qed.

Theorem or_swap : forall P Q : Prop, P \/ Q <-> Q \/ P.
Proof.
  intros P Q. split; intros [H | H]; solve [left; exact H | right; exact H].
Qed.

Theorem not_all : ~ (forall n, n = 0).
Proof.
  intros H. specialize (H 1). discriminate H.
Qed.

Theorem some_number : exists n, n + 2 = 5.
Proof. exists 3. reflexivity. Qed.

Hint Resolve plus_n_O : core.
Compute (eval start (Add (Num 2) (Var "x"))).
Check plus_comm.
