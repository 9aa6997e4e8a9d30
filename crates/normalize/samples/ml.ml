(* A small interpreter, some data structures, and the usual exercises. *)

open Printf

type name = string

type expr =
  | Num of int
  | Var of name
  | Add of expr * expr
  | Mul of expr * expr
  | Let of name * expr * expr
  | If of expr * expr * expr

type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree

type account = {
  owner : string;
  mutable balance : float;
  mutable entries : entry list;
}

and entry = Deposit of float | Withdrawal of float

exception Unbound of name
exception Overdrawn

module Env = Map.Make (String)

module type QUEUE = sig
  type 'a t

  val empty : 'a t
  val push : 'a -> 'a t -> 'a t
  val pop : 'a t -> ('a * 'a t) option
end

module Queue : QUEUE = struct
  type 'a t = 'a list * 'a list

  let empty = ([], [])

  let push x (front, back) = (front, x :: back)

  let rec pop = function
    | [], [] -> None
    | [], back -> pop (List.rev back, [])
    | x :: front, back -> Some (x, (front, back))
end

module Counter (Start : sig val start : int end) = struct
  let count = ref Start.start
  let next () = incr count; !count
end

module Tens = Counter (struct let start = 10 end)

(* Evaluates an expression; (* names *) must be bound. *)
let rec eval env expr =
  match expr with
  | Num n -> n
  | Var x -> (
      try Env.find x env with Not_found -> raise (Unbound x))
  | Add (a, b) -> eval env a + eval env b
  | Mul (a, b) -> eval env a * eval env b
  | Let (x, e, body) ->
      let value = eval env e in
      eval (Env.add x value env) body
  | If (c, t, _) when eval env c <> 0 -> eval env t
  | If (_, _, e) -> eval env e

let rec show = function
  | Num n -> string_of_int n
  | Var x -> x
  | Add (a, b) -> "(" ^ show a ^ " + " ^ show b ^ ")"
  | Mul (a, b) -> sprintf "%s * %s" (show a) (show b)
  | Let (x, e, b) -> sprintf "let %s = %s in %s" x (show e) (show b)
  | If _ -> "if"

let rec insert x = function
  | Leaf -> Node (Leaf, x, Leaf)
  | Node (l, y, r) as tree ->
      if x < y then Node (insert x l, y, r)
      else if x > y then Node (l, y, insert x r)
      else tree

let rec to_list tree =
  match tree with
  | Leaf -> []
  | Node (l, x, r) -> to_list l @ [ x ] @ to_list r

let rec is_even n = if n = 0 then true else is_odd (n - 1)
and is_odd n = if n = 0 then false else is_even (n - 1)

let deposit account amount =
  if amount <= 0. then invalid_arg "amount";
  account.balance <- account.balance +. amount;
  account.entries <- Deposit amount :: account.entries

let withdraw account amount =
  if account.balance -. amount < 0. then raise Overdrawn
  else begin
    account.balance <- account.balance -. amount;
    account.entries <- Withdrawal amount :: account.entries
  end

let gcd a b =
  let a = ref a and b = ref b in
  while !b <> 0 do
    let t = !a mod !b in
    a := !b;
    b := t
  done;
  !a

let bubble_sort values =
  let n = Array.length values in
  for i = n - 1 downto 1 do
    for j = 0 to i - 1 do
      if values.(j) > values.(j + 1) then begin
        let t = values.(j) in
        values.(j) <- values.(j + 1);
        values.(j + 1) <- t
      end
    done
  done;
  values

let sieve limit =
  let marked = Array.make (limit + 1) false in
  let primes = ref [] in
  for i = 2 to limit do
    if not marked.(i) then begin
      primes := i :: !primes;
      let j = ref (i * i) in
      while !j <= limit do
        marked.(!j) <- true;
        j := !j + i
      done
    end
  done;
  List.rev !primes

let fibonacci n =
  let rec go k a b = if k = 0 then a else go (k - 1) b (a + b) in
  go n 0 1

let collatz start =
  let steps = ref 0 and n = ref start in
  while !n > 1 do
    if !n land 1 = 0 then n := !n / 2 else n := (3 * !n) + 1;
    incr steps
  done;
  !steps

let grade points =
  match points with
  | 100 -> 'S'
  | p when p >= 90 && p < 100 -> 'A'
  | p when p >= 75 -> 'B'
  | _ -> 'C'

let count_words text =
  let table = Hashtbl.create 16 in
  let add word =
    let old = try Hashtbl.find table word with Not_found -> 0 in
    Hashtbl.replace table word (old + 1)
  in
  List.iter add (String.split_on_char ' ' text);
  Hashtbl.fold (fun word count list -> (word, count) :: list) table []

let compose f g x = f (g x)
let ( |>> ) x f = f x
let area ?(scale = 1.0) ~width height = scale *. width *. height

class virtual shape = object (self)
  val mutable moved = 0
  method virtual area : float
  method move = moved <- moved + 1
  method describe = sprintf "%.2f after %d moves" self#area moved
end

class circle radius = object
  inherit shape
  val radius : float = radius
  method area = 3.14159 *. radius ** 2.
  method private secret = ()
  initializer print_string "circle\n"
end

let rec parse tokens : expr * string list =
  match tokens with
  | [] -> failwith "no tokens"
  | "(" :: rest ->
      let left, rest = parse rest in
      let right, rest = parse rest in
      (Add (left, right), List.tl rest)
  | word :: rest -> (
      match int_of_string_opt word with
      | Some n -> (Num n, rest)
      | None -> (Var word, rest))

let () =
  let account = { owner = "Ada"; balance = 0.; entries = [] } in
  deposit account 100.;
  (try withdraw account 500. with
   | Overdrawn -> print_endline "refused"
   | Invalid_argument text | Failure text -> printf "%s\n" text);
  let tree = List.fold_left (fun t x -> insert x t) Leaf [ 5; 3; 8 ] in
  List.iter (printf "%d ") (to_list tree);
  let env = Env.add "x" 3 Env.empty in
  let value = eval env (Let ("y", Num 2, Mul (Var "x", Var "y"))) in
  printf "%s = %d\n" (show (Num 1)) value;
  assert (is_even 10 && not (is_odd 10) || gcd 12 18 = 6);
  let c = new circle 2. in
  c#move;
  print_endline c#describe;
  let sorted = bubble_sort [| 3; 1; 2 |] in
  Array.iteri (fun i x -> printf "%d:%d " i x) sorted;
  let text = {|a "raw" string|} and `Tag n = `Tag 1 in
  ignore (text, n, sieve 30, fibonacci 20, collatz 27, grade 80);
  let double = compose (( * ) 2) succ in
  3 |>> double |>> string_of_int |> print_endline;
  match Queue.pop (Queue.push 'q' Queue.empty) with
  | Some (c, _) -> print_char c
  | None -> print_int (Tens.next () lsl 2);
      print_float (area ~width:2. 3.);
      ignore (count_words "a b a", parse [ "1" ])
