/// A small interpreter, a bank and some lists.
module School.Program

open System
open System.Collections.Generic

#if DEBUG
let verbose = true
#else
let verbose = false
#endif

[<Literal>]
let Limit = 0xFF

let help = """
usage: demo [-v] FILE
It's a "demo".
"""

let path = @"C:\temp\"

type Token =
    | Number of float
    | Name of string
    | Sign of char
    | End

type Expr =
    | Value of float
    | Variable of string
    | Binary of Expr * char * Expr
    | Let of name: string * value: Expr * body: Expr

exception SyntaxError of string * int

(* Reads (* nested *) tokens. *)
let rec tokens (text: string) at =
    seq {
        if at < text.Length then
            match text.[at] with
            | ' ' | '\t' -> yield! tokens text (at + 1)
            | c when Char.IsDigit c ->
                let mutable last = at
                while last < text.Length && (Char.IsDigit text.[last] || text.[last] = '.') do
                    last <- last + 1
                yield Number(float text.[at .. last - 1])
                yield! tokens text last
            | c when Char.IsLetter c ->
                yield Name(string c)
                yield! tokens text (at + 1)
            | '+' | '-' | '*' | '/' | '(' | ')' | '\'' as c ->
                yield Sign c
                yield! tokens text (at + 1)
            | c -> raise (SyntaxError($"unknown '{c}'", at))
        else
            yield End
    }

let rec evaluate (names: Map<string, float>) expr =
    match expr with
    | Value v -> v
    | Variable name ->
        match Map.tryFind name names with
        | Some v -> v
        | None -> failwithf "no %s" name
    | Binary(a, op, b) ->
        let x = evaluate names a
        let y = evaluate names b
        match op with
        | '+' -> x + y
        | '-' -> x - y
        | '*' -> x * y
        | '/' when y = 0.0 -> nan
        | '/' -> x / y
        | _ -> invalidArg "op" "unknown"
    | Let(name, value, body) -> evaluate (Map.add name (evaluate names value) names) body

type Account(owner: string, start: decimal) =
    let mutable balance = start
    let log = List<string>()

    member this.Owner = owner
    member this.Balance
        with get () = balance
        and private set value = balance <- value

    member this.Deposit(amount: decimal) =
        if amount <= 0m then
            raise (ArgumentException "amount")
        balance <- balance + amount
        log.Add(sprintf "%s: %M" owner amount)

    abstract Fee: decimal
    default this.Fee = 0.5m

    static member (+)(a: Account, b: Account) =
        Account(a.Owner + "&" + b.Owner, a.Balance + b.Balance)

    interface IDisposable with
        member this.Dispose() = log.Clear()

[<Struct>]
type Point = { X: float; Y: float }

module Geometry =
    let inline square x = x * x
    let distance p q = sqrt (square (p.X - q.X) + square (p.Y - q.Y))
    let move dx p = { p with X = p.X + dx }

let rec factorial n =
    if n < 2 then 1 else n * factorial (n - 1)

let fibonacci n =
    let rec loop a b left =
        if left = 0 then a
        else loop b (a + b) (left - 1)
    loop 0I 1I n

let isPrime n =
    n > 1 && seq { 2 .. int (sqrt (float n)) } |> Seq.forall (fun d -> n % d <> 0)

let rec quicksort list =
    match list with
    | [] -> []
    | pivot :: rest ->
        let small, large = List.partition (fun x -> x < pivot) rest
        quicksort small @ [ pivot ] @ quicksort large

let gcd a b =
    let mutable x, y = a, b
    while y <> 0 do
        let rest = x % y
        x <- y
        y <- rest
    x

let countWords (text: string) =
    text.Split([| ' '; '\n' |], StringSplitOptions.RemoveEmptyEntries)
    |> Array.map (fun word -> word.ToLower().Trim('"', '\''))
    |> Array.countBy id
    |> Array.sortByDescending snd

type Tree<'T when 'T: comparison> =
    | Leaf
    | Node of Tree<'T> * 'T * Tree<'T>

    member tree.Depth =
        match tree with
        | Leaf -> 0
        | Node(left, _, right) -> 1 + max left.Depth right.Depth

let rec insert x tree =
    match tree with
    | Leaf -> Node(Leaf, x, Leaf)
    | Node(left, y, right) when x < y -> Node(insert x left, y, right)
    | Node(left, y, right) when x > y -> Node(left, y, insert x right)
    | _ -> tree

let (|Even|Odd|) n = if n % 2 = 0 then Even else Odd

let collatz start =
    start
    |> Seq.unfold (fun n ->
        if n = 1 then None
        else
            match n with
            | Even -> Some(n, n / 2)
            | Odd -> Some(n, 3 * n + 1))

let load (name: string) =
    async {
        use reader = new IO.StreamReader(name)
        let! text = reader.ReadToEndAsync() |> Async.AwaitTask
        return text.Length
    }

let safe f =
    try
        try
            Ok(f ())
        with
        | SyntaxError(message, at) -> Error $"{message} at {at}"
        | :? DivideByZeroException as error -> Error error.Message
    finally
        printfn "done"

let table = Dictionary<string, int>()

[<EntryPoint>]
let main argv =
    for name in argv do
        table.[name] <- name.Length
    for i in 0 .. 2 .. 10 do
        printf "%d " i
    for i = 3 downto 1 do
        printfn "%d" (factorial i ||| i <<< 2)
    let product = List.fold (*) 1 [ 1 .. 5 ]
    let expr = Let("a", Value 2.5e1, Binary(Variable "a", '+', Value 1.0))
    printfn "%f %d %A" (evaluate Map.empty expr) product (quicksort [ 3; -1; 2 ])
    use account = new Account("ann", 10M)
    account.Deposit 5.5m
    match safe (fun () -> gcd 84 36) with
    | Ok n -> printfn "%d" n
    | Error text -> eprintfn "%s" text
    { X = 1.0; Y = 2.0 } |> Geometry.move 1.0 |> printfn "%A"
    [ "it's"; path; help ] |> List.iter (countWords >> ignore)
    async { return! load "a.txt" } |> Async.RunSynchronously |> ignore
    0
