;; A little language: a reader of tokens, an evaluator with closures, streams,
;; sets as trees, a bank account and a few numeric procedures.

#| Everything here is R5RS but for records.
   #| Comments nest. |#
   (define not-read 1) |#

(define (square x) (* x x))
(define pi 3.14159)
(define limit #xFF)

(define (average . numbers)
  (if (null? numbers)
      0
      (/ (apply + numbers) (length numbers))))

;; Numbers
(define (fixed-point f start)
  (define tolerance 1e-6)
  (define (close? a b)
    (< (abs (- a b)) tolerance))
  (let loop ((guess start) (rounds 0))
    (let ((next (f guess)))
      (cond ((close? guess next) next)
            ((> rounds 100) (error "no fixed point" start))
            (else (loop next (+ rounds 1)))))))

(define (root x)
  (fixed-point (lambda (y) (average y (/ x y))) 1.0))

(define (gcd* a b)
  (if (= b 0) a (gcd* b (remainder a b))))

(define (power base n)
  (cond ((zero? n) 1)
        ((even? n) (square (power base (quotient n 2))))
        (else (* base (power base (- n 1))))))

(define (prime? n)
  (let try ((d 2))
    (cond ((> (* d d) n) (> n 1))
          ((= 0 (modulo n d)) #f)
          (else (try (+ d 1))))))

(define (factorial n)
  (do ((i 1 (+ i 1))
       (product 1 (* product i)))
      ((> i n) product)))

;; Lists
(define (keep wanted? items)
  (cond ((null? items) '())
        ((wanted? (car items))
         (cons (car items) (keep wanted? (cdr items))))
        (else (keep wanted? (cdr items)))))

(define (fold-right* f start items)
  (if (null? items)
      start
      (f (car items) (fold-right* f start (cdr items)))))

(define (insert-sorted x items)
  (if (or (null? items) (<= x (car items)))
      (cons x items)
      (cons (car items) (insert-sorted x (cdr items)))))

(define (insertion-sort items)
  (fold-right* insert-sorted '() items))

(define (merge left right)
  (cond ((null? left) right)
        ((null? right) left)
        ((< (car left) (car right))
         (cons (car left) (merge (cdr left) right)))
        (else
         (cons (car right) (merge left (cdr right))))))

(define (split items)
  (if (or (null? items) (null? (cdr items)))
      (values items '())
      (let-values (((a b) (split (cdr (cdr items)))))
        (values (cons (car items) a)
                (cons (cadr items) b)))))

(define (merge-sort items)
  (if (or (null? items) (null? (cdr items)))
      items
      (let-values (((a b) (split items)))
        (merge (merge-sort a) (merge-sort b)))))

(define (flatten tree)
  (cond ((null? tree) '())
        ((pair? tree) (append (flatten (car tree)) (flatten (cdr tree))))
        (else (list tree))))

;; Sets as binary trees
(define (make-tree key left right) (list key left right))
(define (tree-key tree) (car tree))
(define (tree-left tree) (list-ref tree 1))
(define (tree-right tree) (list-ref tree 2))

(define (adjoin key tree)
  (cond ((null? tree) (make-tree key '() '()))
        ((= key (tree-key tree)) tree)
        ((< key (tree-key tree))
         (make-tree (tree-key tree) (adjoin key (tree-left tree)) (tree-right tree)))
        (else
         (make-tree (tree-key tree) (tree-left tree) (adjoin key (tree-right tree))))))

(define (tree->list tree)
  (if (null? tree)
      '()
      (append (tree->list (tree-left tree))
              (cons (tree-key tree) (tree->list (tree-right tree))))))

;; Accounts
(define (make-account balance)
  (define (withdraw amount)
    (if (>= balance amount)
        (begin (set! balance (- balance amount))
               balance)
        "Insufficient \"funds\""))
  (define (deposit amount)
    (set! balance (+ balance amount))
    balance)
  (lambda (message . arguments)
    (case message
      ((withdraw) (apply withdraw arguments))
      ((deposit) (apply deposit arguments))
      ((balance) balance)
      (else (error "unknown request" message)))))

;; Streams
(define-syntax cons-stream
  (syntax-rules ()
    ((_ head tail) (cons head (delay tail)))))

(define (stream-tail stream) (force (cdr stream)))

(define (integers n)
  (cons-stream n (integers (+ n 1))))

(define (take n stream)
  (if (= n 0)
      '()
      (cons (car stream) (take (- n 1) (stream-tail stream)))))

(define (sieve stream)
  (cons-stream
   (car stream)
   (sieve (stream-filter
           (lambda (x) (not (= 0 (remainder x (car stream)))))
           (stream-tail stream)))))

(define (stream-filter wanted? stream)
  (if (wanted? (car stream))
      (cons-stream (car stream) (stream-filter wanted? (stream-tail stream)))
      (stream-filter wanted? (stream-tail stream))))

;; The evaluator
(define-record-type closure
  (make-closure parameters body environment)
  closure?
  (parameters closure-parameters)
  (body closure-body)
  (environment closure-environment))

(define (lookup name environment)
  (let ((found (assq name environment)))
    (if found
        (cdr found)
        (error "unbound" name))))

(define (extend names values environment)
  (append (map cons names values) environment))

(define (evaluate expression environment)
  (cond ((number? expression) expression)
        ((string? expression) expression)
        ((symbol? expression) (lookup expression environment))
        ((eq? (car expression) 'quote) (cadr expression))
        ((eq? (car expression) 'if)
         (if (evaluate (cadr expression) environment)
             (evaluate (list-ref expression 2) environment)
             (evaluate (list-ref expression 3) environment)))
        ((eq? (car expression) 'lambda)
         (make-closure (cadr expression) (list-ref expression 2) environment))
        (else
         (let* ((operator (evaluate (car expression) environment))
                (operands (map (lambda (e) (evaluate e environment)) (cdr expression))))
           (apply-value operator operands)))))

(define (apply-value operator operands)
  (cond ((procedure? operator) (apply operator operands))
        ((closure? operator)
         (evaluate (closure-body operator)
                   (extend (closure-parameters operator) operands (closure-environment operator))))
        (else (error "cannot apply" operator))))

(define globals
  `((+ . ,+) (- . ,-) (* . ,*) (twice . ,(lambda (x) (+ x x))) ,@(list (cons 'newline #\newline))))

;; Vectors and characters
(define (vector-reverse! v)
  (let loop ((i 0) (j (- (vector-length v) 1)))
    (when (< i j)
      (let ((saved (vector-ref v i)))
        (vector-set! v i (vector-ref v j))
        (vector-set! v j saved))
      (loop (+ i 1) (- j 1)))))

(define (count-vowels text)
  (let loop ((letters (string->list text)) (count 0))
    (cond ((null? letters) count)
          ((memq (car letters) '(#\a #\e #\i #\o #\u)) (loop (cdr letters) (+ count 1)))
          (else (loop (cdr letters) count)))))

(define account (make-account 100))
(for-each (lambda (x) (display x) (newline))
          (list (root 2) (power 2 10) (account 'withdraw 30) (gcd* 48 18)
                (take 5 (sieve (integers 2))) (count-vowels "education")))
(let ((v (vector 1 2 3 -4)))
  (vector-reverse! v)
  (write v))
(display (evaluate '((lambda (x) (if x (twice 21) 0)) 1) globals))
(if (and (prime? 97) (not (prime? limit))) (display #t) (display #f))
