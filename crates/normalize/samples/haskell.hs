{-# LANGUAGE LambdaCase #-}
{-# LANGUAGE TupleSections #-}
-- | A bank, an expression evaluator, and the usual exercises.
module Main (main, Account (..), evaluate) where

import Control.Monad (forM_, unless, when)
import qualified Data.Map as Map
import Data.List (foldl', sortBy)
import Data.Maybe (fromMaybe, mapMaybe)
import Data.Ord hiding (Down)

type Name = String
type Balance = Double

data Account = Account
  { owner :: Name
  , balance :: !Balance
  , history :: [Entry]
  } deriving (Show, Eq)

data Entry = Deposit Double | Withdrawal Double | Note String
  deriving (Show, Eq, Ord)

newtype Bank = Bank { accounts :: Map.Map Name Account }

data Expr
  = Number Int
  | Variable Name
  | Add Expr Expr
  | Mul Expr Expr
  | Neg Expr
  deriving Show

data Tree a = Leaf | Node (Tree a) a (Tree a)

class Shape s where
  area :: s -> Double
  name :: s -> String
  name _ = "shape"

data Circle = Circle Double
data Rect = Rect Double Double

instance Shape Circle where
  area (Circle r) = pi * r * r
  name _ = "circle"

instance Shape Rect where
  area (Rect w h) = w * h

instance Functor Tree where
  fmap _ Leaf = Leaf
  fmap f (Node l x r) = Node (fmap f l) (f x) (fmap f r)

infixr 5 +++

(+++) :: [a] -> [a] -> [a]
[] +++ ys = ys
(x : xs) +++ ys = x : (xs +++ ys)

emptyBank :: Bank
emptyBank = Bank Map.empty

-- Opens an account unless there is one.
open :: Name -> Bank -> Either String Bank
open who (Bank known)
  | null who = Left "a name, please"
  | Map.member who known = Left (who ++ " has one")
  | otherwise = Right (Bank (Map.insert who fresh known))
  where
    fresh = Account { owner = who, balance = 0, history = [] }

deposit :: Double -> Account -> Account
deposit amount account = account
  { balance = balance account + amount
  , history = Deposit amount : history account
  }

withdraw :: Double -> Account -> Maybe Account
withdraw amount account =
  if amount > balance account
    then Nothing
    else Just account { balance = balance account - amount }

{- Evaluates an expression where
   every variable has a value. -}
evaluate :: Map.Map Name Int -> Expr -> Maybe Int
evaluate env expression = case expression of
  Number n -> Just n
  Variable v -> Map.lookup v env
  Add a b -> (+) <$> evaluate env a <*> evaluate env b
  Mul a b -> do
    x <- evaluate env a
    y <- evaluate env b
    return (x * y)
  Neg a -> negate <$> evaluate env a

simplify :: Expr -> Expr
simplify = \case
  Add (Number 0) e -> simplify e
  Mul (Number 1) e -> simplify e
  Neg (Neg e) -> simplify e
  e -> e

insert :: Ord a => a -> Tree a -> Tree a
insert x Leaf = Node Leaf x Leaf
insert x tree@(Node l y r)
  | x < y = Node (insert x l) y r
  | x > y = Node l y (insert x r)
  | otherwise = tree

toList :: Tree a -> [a]
toList Leaf = []
toList (Node l x r) = toList l ++ [x] ++ toList r

depth :: Tree a -> Int
depth Leaf = 0
depth (Node l _ r) = 1 + max (depth l) (depth r)

quicksort :: Ord a => [a] -> [a]
quicksort [] = []
quicksort (p : xs) = quicksort smaller ++ [p] ++ quicksort larger
  where
    smaller = [x | x <- xs, x < p]
    larger = filter (>= p) xs

primes :: [Int]
primes = sieve [2 ..]
  where
    sieve (p : xs) = p : sieve [x | x <- xs, x `mod` p /= 0]
    sieve [] = []

fibonacci :: Int -> Integer
fibonacci n = go n 0 1
  where
    go 0 a _ = a
    go k a b = go (k - 1) b (a + b)

collatz :: Int -> [Int]
collatz 1 = [1]
collatz n
  | even n = n : collatz (n `div` 2)
  | otherwise = n : collatz (3 * n + 1)

grade :: Int -> Char
grade points
  | points >= 90, points <= 100 = 'A'
  | Just g <- lookup points special = g
  | points >= 75 = 'B'
  | otherwise = 'C'
  where
    special = [(42, '?'), (0, '-')]

wordCount :: String -> [(String, Int)]
wordCount text =
  let
    count table w = Map.insertWith (+) w 1 table
    table = foldl' count Map.empty (words text)
  in
    sortBy (\a b -> compare (snd b) (snd a)) (Map.toList table)

average :: [Double] -> Maybe Double
average [] = Nothing
average xs = Just $ sum xs / fromIntegral (length xs)

compose :: [a -> a] -> a -> a
compose = foldr (.) id

pairs :: [a] -> [b] -> [(a, b)]
pairs xs ys = [(x, y) | x <- xs, y <- ys]

pythagorean :: Int -> [(Int, Int, Int)]
pythagorean n =
  [ (a, b, c)
  | c <- [1 .. n]
  , b <- [1 .. c]
  , a <- [1 .. b]
  , let square = a ^ 2 + b ^ 2
  , square == c ^ 2
  ]

report :: Account -> IO ()
report account = do
  putStrLn ("Account of " ++ owner account)
  forM_ (history account) $ \entry -> do
    let line = show entry
    unless (null line) $ putStrLn line
  when (balance account < 0) $
    putStrLn "overdrawn"

main :: IO ()
main = do
  let start = Account "Ada" 0 []
  let rich = compose [deposit 10, deposit 2.5e1] start
  report rich
  case withdraw 100 rich of
    Nothing -> putStrLn "refused"
    Just poorer
      | balance poorer > 0 -> report poorer
      | otherwise -> return ()
  let tree = foldr insert Leaf [5, 3, 8, 1 :: Int]
  print (toList (fmap (* 2) tree), depth tree)
  mapM_ print (take 10 primes)
  print $ map fibonacci [0 .. 20]
  if length (collatz 27) > 100 && True
    then putStrLn "long\n"
    else putStrLn "short"
  print (evaluate (Map.fromList [("x", 3)]) (simplify (Add (Number 0) (Variable "x"))))
  print . quicksort $ [3, 1, 2] +++ [0xff]
  print [area (Circle 1), area (Rect 2 3)]
  print (wordCount "a b a", grade 80, average [1, 2], pythagorean 20)
  print (fromMaybe 0 (lookup 'a' (map (,1) "abc")), mapMaybe Just [()])
