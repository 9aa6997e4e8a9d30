## A bank, a stack machine, texts and some exercises.
import std/[strutils, tables, sequtils]
import math, os
from times import now, format

const
  Limit = 0xFF
  Help = """
usage: demo [-v] FILE
It's a "demo".
"""

type
  Kind = enum
    kNumber, kSign, kWord = 10
  Account* = ref object of RootObj
    owner*: string
    balance: float
    log: seq[string]
  Savings = ref object of Account
    rate: float
  Token = object
    case kind: Kind
    of kNumber: number: int
    of kSign: sign: char
    of kWord: word: string
  BankError = object of CatchableError
  Tree[T] = ref object
    left, right: Tree[T]
    value: T

var counter = 0
let greeting = "hello, \"world\""

proc newAccount*(owner: string, balance = 0.0): Account =
  ## Opens an account.
  new(result)
  result.owner = owner
  result.balance = balance
  inc counter

method fee(account: Account): float {.base.} =
  return 0.5

method fee(account: Savings): float =
  result = account.rate * 2

proc deposit(account: Account, amount: float) =
  if amount <= 0:
    raise newException(BankError, "a bad amount: " & $amount)
  account.balance += amount
  account.log.add("in: " & $amount)

proc withdraw(account: var Account; amount: float): bool =
  if account.balance < amount + account.fee:
    return false
  account.balance -= amount + account.fee()
  true

func `+`(a, b: Account): float =
  a.balance + b.balance

func factorial(n: int): int =
  if n < 2: 1 else: n * factorial(n - 1)

proc fibonacci(n: Natural): int64 =
  var (a, b) = (0'i64, 1'i64)
  for i in 0 ..< n:
    let next = a + b
    a = b
    b = next
  return a

proc gcd(a, b: int): int =
  var
    x = a
    y = b
  while y != 0:
    let rest = x mod y
    x = y
    y = rest
  x

proc isPrime(n: int): bool =
  if n < 2:
    return false
  for d in 2 .. int(sqrt(n.float)):
    if n mod d == 0:
      return false
  return true

iterator primes(limit: int): int =
  for n in countup(2, limit):
    if n.isPrime:
      yield n

proc sort[T](items: var seq[T]) =
  for i in 0 ..< items.high:
    for j in 0 ..< items.len - i - 1:
      if items[j] > items[j + 1]:
        swap items[j], items[j + 1]

proc search(sorted: openArray[int], wanted: int): int =
  var low = 0
  var high = sorted.len
  while low < high:
    let middle = (low + high) div 2
    if sorted[middle] == wanted:
      return middle
    elif sorted[middle] < wanted:
      low = middle + 1
    else:
      high = middle
  -1

proc insert[T](tree: Tree[T], value: T): Tree[T] =
  if tree.isNil:
    return Tree[T](value: value)
  if value < tree.value:
    tree.left = insert(tree.left, value)
  elif value > tree.value:
    tree.right = insert(tree.right, value)
  tree

proc depth[T](tree: Tree[T]): int =
  if tree == nil:
    return 0
  1 + max(depth(tree.left), depth(tree.right))

proc classify(c: char): Kind =
  case c
  of '0'..'9': kNumber
  of '+', '-', '*', '/', '\'': kSign
  else: kWord

proc tokenize(source: string): seq[Token] =
  for part in source.splitWhitespace:
    case classify(part[0])
    of kNumber:
      result.add Token(kind: kNumber, number: parseInt(part))
    of kSign:
      result.add Token(kind: kSign, sign: part[0])
    else:
      result.add Token(kind: kWord, word: part)

proc evaluate(tokens: seq[Token]): int =
  var stack: seq[int] = @[]
  for token in tokens:
    if token.kind == kNumber:
      stack.add(token.number)
      continue
    if stack.len < 2:
      raise newException(ValueError, "the stack is empty")
    let b = stack.pop()
    let a = stack.pop()
    case token.sign
    of '+': stack.add(a + b)
    of '-': stack.add(a - b)
    of '*': stack.add(a * b)
    else: discard
  stack[^1]

#[ Words and
   #[ nested ]# comments. ]#
proc countWords(text: string): Table[string, int] =
  result = initTable[string, int]()
  for word in text.toLowerAscii.split({' ', '\n', ','}):
    if word.len == 0 or word in ["it's", "the"]:
      continue
    if not result.hasKey(word):
      result[word] = 0
    result[word] += 1

template twice(body: untyped) =
  body
  body

macro nothing(): untyped =
  discard

converter toBool(n: int): bool = n != 0

proc load(path: string): string =
  var file: File
  if not open(file, path):
    return r"C:\temp\"
  defer: file.close()
  result = file.readAll()

when isMainModule:
  var account = newAccount("ann", 100.0)
  try:
    account.deposit(-5)
  except BankError as error:
    echo "failed: ", error.msg
  finally:
    echo Help
  if account.withdraw(30) and not account.isNil:
    echo account.owner & " has " & $account.balance
  var numbers = @[5, 3, 9, -4, 1_000]
  numbers.sort()
  echo numbers.search(9), ' ', toSeq(primes(30))
  let squares = numbers.mapIt(it * it).filterIt(it < 100 xor it == 1000)
  echo squares.foldl(a + b), " ", gcd(84, 36), " ", factorial(5)
  block outer:
    for i, part in ["2 3 +", "4 x"]:
      if i == 1: break outer
      echo evaluate(tokenize(part)) shl 1 and 0x0F
  twice:
    echo greeting, " ", fibonacci(20), " ", 1.5e3
  var tree: Tree[int]
  for n in [3, 1, 2]:
    tree = tree.insert(n)
  echo tree.depth, countWords("it's a text").len, load("x").len
  quit(if counter > Limit: 1 else: 0)
