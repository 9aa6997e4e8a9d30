/-
Numbers, lists, trees and a small language, with proofs.
-/
import Mathlib.Data.Nat.Basic
import Mathlib.Tactic

namespace School

open Nat List

universe u
variable {α : Type u} [DecidableEq α]

/-- The sum of the numbers up to `n`. -/
def sumTo : ℕ → ℕ
  | 0 => 0
  | n + 1 => (n + 1) + sumTo n

def double (n : Nat) : Nat := n + n

def isEven (n : Nat) : Bool :=
  if n % 2 == 0 then true else false

def fibonacci : Nat → Nat
  | 0 => 0
  | 1 => 1
  | n + 2 => fibonacci n + fibonacci (n + 1)

abbrev Point := Float × Float

structure Account where
  owner : String
  balance : Nat := 0
  deriving Repr, BEq

inductive Tree (β : Type) where
  | leaf : Tree β
  | node (left : Tree β) (value : β) (right : Tree β) : Tree β

inductive Expr where
  | num (n : Int)
  | var (name : String)
  | plus (a b : Expr)
  | ite (c a b : Expr)
  deriving Repr

class Shape (γ : Type) where
  area : γ → Float
  name : String := "a shape"

instance : Shape Point where
  area p := p.1 * p.2

theorem sumTo_formula (n : ℕ) : 2 * sumTo n = n * (n + 1) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp [sumTo]
    rw [Nat.mul_add, ih]
    ring

theorem add_zero' (n : Nat) : n + 0 = n := by
  rfl

theorem zero_add' (n : Nat) : 0 + n = n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [← Nat.add_assoc, ih]

theorem and_swap (p q : Prop) : p ∧ q → q ∧ p := by
  intro h
  constructor
  · exact h.right
  · exact h.left

theorem or_swap (p q : Prop) : p ∨ q ↔ q ∨ p := by
  constructor
  · intro h
    cases h with
    | inl hp => exact Or.inr hp
    | inr hq => exact Or.inl hq
  · rintro (hq | hp)
    · right; exact hq
    · left; exact hp

theorem not_both (p : Prop) : ¬(p ∧ ¬p) := by
  intro h
  obtain ⟨hp, hn⟩ := h
  exact hn hp

theorem exists_larger (n : ℕ) : ∃ m, n < m := by
  use n + 1
  omega

theorem square_nonneg (x : ℤ) : 0 ≤ x ^ 2 := by
  have h : 0 ≤ x * x := mul_self_nonneg x
  calc
    0 ≤ x * x := h
    _ = x ^ 2 := by ring

lemma even_double (n : ℕ) : ∃ k, double n = 2 * k := by
  refine ⟨n, ?_⟩
  unfold double
  linarith

theorem subset_trans' {s t v : Set α} (h : s ⊆ t) (k : t ⊆ v) : s ⊆ v := by
  intro x hx
  apply k
  apply h
  assumption

namespace Tree

variable {β : Type}

def size : Tree β → Nat
  | leaf => 0
  | node l _ r => l.size + 1 + r.size

def mirror : Tree β → Tree β
  | leaf => leaf
  | node l v r => node r.mirror v l.mirror

def toList : Tree β → List β
  | leaf => []
  | node l v r => l.toList ++ [v] ++ r.toList

def insert (x : Nat) : Tree Nat → Tree Nat
  | leaf => node leaf x leaf
  | node l v r =>
    if x < v then
      node (l.insert x) v r
    else if x > v then
      node l v (r.insert x)
    else
      node l v r

theorem size_mirror (t : Tree β) : t.mirror.size = t.size := by
  induction t with
  | leaf => rfl
  | node l v r ihl ihr =>
    simp only [mirror, size, ihl, ihr]
    omega

theorem mirror_mirror (t : Tree β) : t.mirror.mirror = t := by
  induction t with
  | leaf => rfl
  | node l v r ihl ihr => simp [mirror, ihl, ihr]

end Tree

def eval (state : String → Int) : Expr → Int
  | .num n => n
  | .var name => state name
  | .plus a b => eval state a + eval state b
  | .ite c a b => if eval state c != 0 then eval state a else eval state b

def start : String → Int := fun name => if name == "it's" then 1 else 0

def countVowels (text : String) : Nat :=
  text.toList.foldl (fun n c => if c ∈ ['a', 'e', 'i', 'o', 'u', '\''] then n + 1 else n) 0

def gcd (a b : Nat) : Nat :=
  if h : b = 0 then a
  else
    have : a % b < b := Nat.mod_lt a (Nat.pos_of_ne_zero h)
    gcd b (a % b)
termination_by b

def sumList (numbers : List Int) : Int := Id.run do
  let mut total := 0
  for n in numbers do
    if n < 0 then
      continue
    total := total + n
  return total

def safeDiv (a b : Int) : Option Int := do
  guard (b ≠ 0)
  let q ← some (a / b)
  pure (q - 1)

def describe (account : Account) : String :=
  match account.balance with
  | 0 => "nothing"
  | n =>
    let text := s!"{account.owner} has {n}"
    text ++ "\n"

def main (args : List String) : IO Unit := do
  let stdin ← IO.getStdin
  IO.println s!"sum {sumTo 10} and {0x1F}"
  try
    let line ← stdin.getLine
    IO.println (line.trim ++ args.head!)
  catch error =>
    IO.eprintln error
  for i in [0:3] do
    IO.print (fibonacci i)

#eval gcd 84 36
#eval sumList [1, -2, 3] + 1
#check @and_swap
example : 2 + 2 = 4 := by decide

end School
