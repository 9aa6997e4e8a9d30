;;;; A shop on a terminal: goods in a hash table, a basket, a parser for orders,
;;;; a heap for deliveries and a route through the town.

#| Run with (main). #| Nested, |# still a comment. |#

(defpackage :shop
  (:use :common-lisp)
  (:export #:main #:price-of))

(in-package :shop)

(defconstant +tax+ 0.2)
(defparameter *goods* (make-hash-table :test #'equal))
(defvar *basket* nil)
(defvar *mask* #xFF)

(defstruct item
  name
  (price 0)
  (stock 10))

(defclass customer ()
  ((name :initarg :name :accessor customer-name)
   (visits :initform 0 :accessor visits)))

(defclass member* (customer)
  ((since :initarg :since :reader since)))

(defgeneric discount (who)
  (:documentation "Share of the price that WHO does not pay."))

(defmethod discount ((who customer))
  (if (> (visits who) 10) 0.05 0))

(defmethod discount ((who member*))
  (let ((years (- 2024 (since who))))
    (min 0.3 (* 0.02 years))))

(define-condition sold-out (error)
  ((item :initarg :item :reader sold-out-item)))

(defun add-item (name price &optional (stock 10))
  "Puts an item on the shelf."
  (setf (gethash name *goods*)
        (make-item :name name :price price :stock stock)))

(defun price-of (name)
  (let ((item (gethash name *goods*)))
    (when item
      (* (item-price item) (+ 1 +tax+)))))

(defun take-item (name count)
  (let ((item (gethash name *goods*)))
    (cond ((null item)
           (error "There is no ~a." name))
          ((< (item-stock item) count)
           (error 'sold-out :item name))
          (t
           (decf (item-stock item) count)
           (push (cons name count) *basket*)
           *basket*))))

(defun total (basket who)
  (let ((sum 0))
    (dolist (entry basket)
      (incf sum (* (cdr entry) (price-of (car entry)))))
    (* sum (- 1 (discount who)))))

;;; Lists
(defun flatten (tree)
  (cond ((null tree) nil)
        ((atom tree) (list tree))
        (t (append (flatten (car tree)) (flatten (cdr tree))))))

(defun group (items n)
  (if (<= (length items) n)
      (list items)
      (cons (subseq items 0 n) (group (nthcdr n items) n))))

(defun count-words (words)
  (let ((counts (make-hash-table :test 'equal))
        (result '()))
    (dolist (word words)
      (incf (gethash word counts 0)))
    (maphash #'(lambda (key value) (push (cons key value) result)) counts)
    (sort result #'> :key #'cdr)))

(defun insertion-sort (vector)
  (do ((i 1 (+ i 1)))
      ((>= i (length vector)) vector)
    (let ((current (aref vector i))
          (j (- i 1)))
      (loop while (and (>= j 0) (> (aref vector j) current))
            do (setf (aref vector (+ j 1)) (aref vector j))
               (decf j))
      (setf (aref vector (+ j 1)) current))))

(defun quick-sort (items)
  (if (null items)
      '()
      (let ((pivot (first items))
            (others (rest items)))
        (append (quick-sort (remove-if-not (lambda (x) (< x pivot)) others))
                (list pivot)
                (quick-sort (remove-if (lambda (x) (< x pivot)) others))))))

;;; A heap of deliveries
(defun heap-insert (heap element)
  (vector-push-extend element heap)
  (let ((i (- (length heap) 1)))
    (loop
      (let ((parent (floor (- i 1) 2)))
        (when (or (= i 0) (<= (aref heap parent) (aref heap i)))
          (return heap))
        (rotatef (aref heap parent) (aref heap i))
        (setf i parent)))))

(defun heap-take (heap)
  (let ((top (aref heap 0))
        (last (vector-pop heap)))
    (unless (zerop (length heap))
      (setf (aref heap 0) last)
      (let ((i 0))
        (loop
          (let ((child (+ (* 2 i) 1)))
            (when (>= child (length heap))
              (return))
            (when (and (< (+ child 1) (length heap))
                       (< (aref heap (+ child 1)) (aref heap child)))
              (incf child))
            (if (<= (aref heap i) (aref heap child))
                (return)
                (rotatef (aref heap i) (aref heap child)))
            (setf i child)))))
    top))

;;; Numbers
(defun factorial (n)
  (if (zerop n) 1 (* n (factorial (1- n)))))

(defun fibonacci (n)
  (let ((a 0) (b 1))
    (dotimes (i n a)
      (psetf a b
             b (+ a b)))))

(defun primes (limit)
  (let ((composite (make-array (1+ limit) :initial-element nil)))
    (loop for i from 2 to limit
          unless (aref composite i)
            collect i
            and do (loop for j from (* i i) to limit by i
                         do (setf (aref composite j) t)))))

(defun integrate (f from to &key (steps 100))
  (let* ((width (/ (- to from) steps))
         (sum 0))
    (dotimes (k steps)
      (let ((x (+ from (* width (+ k 0.5)))))
        (setq sum (+ sum (funcall f x)))))
    (* sum width)))

;;; A way through the town
(defparameter *streets*
  '((market (church . 3) (station . 7))
    (church (market . 3) (school . 2))
    (station (market . 7))
    (school (church . 2))))

(defun neighbours (place)
  (cdr (assoc place *streets*)))

(defun route (from to)
  (labels ((walk (place visited)
             (cond ((eq place to) (list place))
                   ((member place visited) nil)
                   (t (dolist (next (neighbours place))
                        (let ((found (walk (car next) (cons place visited))))
                          (when found
                            (return (cons place found)))))))))
    (walk from '())))

;;; Macros
(defmacro while-true (test &body body)
  `(do ()
       ((not ,test))
     ,@body))

(defmacro swap (a b)
  (let ((saved (gensym)))
    `(let ((,saved ,a))
       (setf ,a ,b
             ,b ,saved))))

(defun kind-of (value)
  (typecase value
    (integer :whole)
    (string :text)
    (t :other)))

(defun vowel-p (char)
  (case char
    ((#\a #\e #\i #\o #\u) t)
    (#\Space nil)
    (otherwise nil)))

(defun read-orders (path)
  (with-open-file (stream path :if-does-not-exist nil)
    (when stream
      (loop for line = (read-line stream nil)
            while line
            collect (string-trim " " line)))))

(defun main ()
  (add-item "tea" 4)
  (add-item "bread" 2.5 3)
  (add-item "honey \"wild\"" 7)
  (let ((who (make-instance 'member* :name "Ada" :since 2015))
        (heap (make-array 0 :adjustable t :fill-pointer t)))
    (handler-case
        (progn
          (take-item "tea" 2)
          (take-item "bread" 9))
      (sold-out (condition)
        (format t "~a is sold out~%" (sold-out-item condition)))
      (error () (return-from main nil)))
    (unwind-protect
         (format t "~,2f~%" (total *basket* who))
      (setf *basket* '()))
    (mapc (lambda (n) (heap-insert heap n)) '(5 3 -8 1))
    (multiple-value-bind (quotient rest) (floor (heap-take heap) 2)
      (print (list quotient rest)))
    (print (route 'market 'school))
    (print (mapcar #'factorial '(1 2 3)))
    (print (reduce #'+ (primes 50)))
    (if (equal (kind-of 1) :whole) (print (fibonacci 20)) (terpri))))
