;; A library: books, members, loans, and some exercises.
(ns library.core
  (:require [clojure.string :as string]
            [clojure.set :refer [union difference]])
  (:import (java.time LocalDate)))

(def limit 3)
(def ^:private opened "2024-01-31")
(defonce library (atom {:books {}, :members {}, :loans []}))

(defrecord Book [title author year])
(defprotocol Describable
  "Says what something is."
  (describe [this])
  (cost [this days]))

(extend-type Book
  Describable
  (describe [this]
    (str (:title this) " by " (:author this) ", \"" (:year this) "\""))
  (cost [this days]
    (if (> days 14)
      (* 0.5 (- days 14))
      0)))

(defn add-book
  "Adds a book; it's an error if its number is taken."
  [number book]
  (when (contains? (:books @library) number)
    (throw (ex-info "taken" {:number number})))
  (swap! library assoc-in [:books number] book))

(defn add-member [name & {:keys [age] :or {age 18}}]
  (swap! library update :members assoc name {:age age, :loans #{}}))

(defn lend! [name number]
  (let [member (get-in @library [:members name])
        loans (:loans member)]
    (cond
      (nil? member) [:error "no such member"]
      (>= (count loans) limit) [:error "too many"]
      (some #(= number (:number %)) (:loans @library)) [:error "lent"]
      :else (do
              (swap! library update :loans conj {:number number :name name})
              (swap! library update-in [:members name :loans] conj number)
              [:ok number]))))

(defn give-back! [name number]
  (swap! library
         (fn [state]
           (-> state
               (update :loans (fn [loans] (remove #(= (:number %) number) loans)))
               (update-in [:members name :loans] disj number)))))

;; Exercises.
(defn fibonacci [n]
  (loop [a 0 b 1 left n]
    (if (zero? left)
      a
      (recur b (+ a b) (dec left)))))

(def fibonaccis
  ((fn rec [a b] (lazy-seq (cons a (rec b (+ a b))))) 0 1))

(defn prime? [n]
  (and (> n 1)
       (not-any? #(zero? (rem n %)) (range 2 (inc (Math/sqrt n))))))

(defn sieve [limit]
  (loop [numbers (range 2 limit) found []]
    (if-let [p (first numbers)]
      (recur (remove #(zero? (mod % p)) numbers) (conj found p))
      found)))

(defn quicksort [[pivot & rest]]
  (if pivot
    (concat (quicksort (filter #(< % pivot) rest))
            [pivot]
            (quicksort (filter #(>= % pivot) rest)))
    []))

(defn gcd [a b]
  (if (= b 0)
    a
    (gcd b (mod a b))))

(defn caesar [shift text]
  (apply str
         (map (fn [c]
                (if (Character/isLetter c)
                  (char (+ (int \a) (mod (+ shift (- (int c) (int \a))) 26)))
                  c))
              text)))

(defn vowels [text]
  (count (filter #{\a \e \i \o \u} text)))

(defn words [text]
  (->> (string/split text #"\s+|[,.\"]")
       (map string/lower-case)
       (remove empty?)
       frequencies
       (sort-by val >)
       (take 10)))

(defmacro unless-nil [value & body]
  `(when-not (nil? ~value)
     (let [it# ~value]
       ~@body)))

(defmulti area :shape)
(defmethod area :circle [{:keys [radius]}]
  (* Math/PI radius radius))
(defmethod area :square [{side :side}]
  (* side side))
(defmethod area :default [shape]
  (throw (IllegalArgumentException. (str "no area of " shape))))

(defn insert [tree key]
  (cond
    (nil? tree) {:key key :left nil :right nil}
    (< key (:key tree)) (update tree :left insert key)
    (> key (:key tree)) (update tree :right insert key)
    :else tree))

(defn depth [tree]
  (if (nil? tree)
    0
    (inc (max (depth (:left tree)) (depth (:right tree))))))

(defn in-order [tree]
  (when tree
    (concat (in-order (:left tree)) [(:key tree)] (in-order (:right tree)))))

(defn hanoi [n from to via]
  (if (zero? n)
    []
    (concat (hanoi (dec n) from via to)
            [[from to]]
            (hanoi (dec n) via to from))))

(defn matrix* [a b]
  (let [columns (apply map vector b)]
    (mapv (fn [row] (mapv #(reduce + (map * row %)) columns)) a)))

(defn collatz [n]
  (take-while #(not= 1 %) (iterate #(if (even? %) (quot % 2) (inc (* 3 %))) n)))

(defn parse-line [line]
  (let [[_ name number] (re-matches #"(\w+)\s*=\s*(-?\d+)" line)]
    (try
      [(keyword name) (Long/parseLong number)]
      (catch NumberFormatException error
        (println "bad line:" line (.getMessage error))
        nil)
      (finally
        (flush)))))

(defn settings [lines]
  (into {} (for [line lines
                 :let [pair (parse-line line)]
                 :when (some? pair)]
             pair)))

(def bank (ref {"ann" 100 "bob" 50}))

(defn transfer! [from to amount]
  (dosync
   (let [balance (get @bank from 0)]
     (when (< balance amount)
       (throw (Exception. "no money")))
     (alter bank update from - amount)
     (alter bank update to + amount))))

(defn grade [points]
  (case (quot points 10)
    (10 9) \A
    8 \B
    7 \C
    \F))

(defn report []
  (doseq [[number book] (:books @library)]
    (println number ":" (describe book)))
  (dotimes [i 3]
    (print (str i \space)))
  (println))

(defn -main [& args]
  (add-book 1 (->Book "SICP" "Abelson" 1985))
  (add-book 2 (map->Book {:title "Emma", :author "Austen", :year 1815}))
  (add-member "ann" :age 30)
  (let [result (lend! "ann" 1)]
    (when (= :ok (first result))
      (println "lent" (second result))))
  (give-back! "ann" 1)
  (report)
  (println (take 10 fibonaccis) (fibonacci 0x1f) (sieve 30))
  (println (area {:shape :circle :radius 2.5}) (grade 85) true)
  (println (words "it's a text, \"it\" is") '(1 2 3) 'done)
  #_(println "never")
  (reduce + (map inc [1 -2 3/4])))
