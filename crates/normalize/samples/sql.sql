-- A library: tables, data, questions, and what keeps them right.
CREATE TABLE author (
  id INTEGER PRIMARY KEY,
  name VARCHAR(80) NOT NULL,
  born DATE,
  country CHAR(2) DEFAULT 'DE'
);

CREATE TABLE IF NOT EXISTS book (
  id INT PRIMARY KEY,
  title VARCHAR(200) NOT NULL UNIQUE,
  author_id INT NOT NULL REFERENCES author (id),
  price DECIMAL(8, 2) CHECK (price >= 0),
  pages SMALLINT,
  printed TIMESTAMP DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE reader (
  id INT,
  name TEXT,
  mail TEXT,
  points INT DEFAULT 0,
  PRIMARY KEY (id)
);

CREATE TABLE loan (
  reader_id INT,
  book_id INT,
  since DATE NOT NULL,
  returned BOOLEAN DEFAULT FALSE,
  PRIMARY KEY (reader_id, book_id),
  FOREIGN KEY (reader_id) REFERENCES reader (id) ON DELETE CASCADE,
  FOREIGN KEY (book_id) REFERENCES book (id)
);

CREATE INDEX loan_since ON loan (since);
CREATE UNIQUE INDEX reader_mail ON reader (mail);
ALTER TABLE book ADD COLUMN shelf VARCHAR(10);
ALTER TABLE reader RENAME TO member;

/* Some data
   to ask about. */
INSERT INTO author (id, name, born, country) VALUES
  (1, 'Ada', '1815-12-10', 'GB'),
  (2, 'Emmy', '1882-03-23', 'DE'),
  (3, 'Grace', '1906-12-09', 'US');

INSERT INTO book (id, title, author_id, price, pages) VALUES (10, 'Engines', 1, 12.50, 210);
INSERT INTO book (id, title, author_id, price, pages) VALUES (11, 'Rings', 2, 30.00, 340);
INSERT INTO book (id, title, author_id, price, pages) VALUES (12, 'It''s a bug', 3, 9.99, 120);
INSERT INTO member (id, name, mail) VALUES (1, 'Tom', 'tom@example.org');
INSERT INTO loan SELECT m.id, b.id, '2024-01-01', FALSE FROM member m CROSS JOIN book b WHERE b.pages < 200;

UPDATE book SET price = price * 1.1 WHERE printed < '2000-01-01';
UPDATE member SET points = points + 5, name = UPPER(name) WHERE id IN (SELECT reader_id FROM loan WHERE returned = TRUE);
DELETE FROM loan WHERE returned = TRUE AND since < '2020-01-01';

SELECT * FROM author;
SELECT name, born FROM author ORDER BY born DESC, name;
SELECT DISTINCT country FROM author WHERE country IS NOT NULL;
SELECT title, price - 1 AS reduced, price * 0.19 AS tax
FROM book
WHERE price > 10 AND pages <= 300 OR NOT (title LIKE 'E%')
ORDER BY reduced
LIMIT 10 OFFSET 0;

SELECT a.name, COUNT(*) AS books, AVG(b.price) AS average, MAX(b.pages)
FROM author a
JOIN book b ON b.author_id = a.id
GROUP BY a.name
HAVING COUNT(*) > 1
ORDER BY books DESC;

SELECT m.name, b.title
FROM member m
INNER JOIN loan l ON l.reader_id = m.id
LEFT JOIN book b ON b.id = l.book_id
WHERE l.since BETWEEN '2024-01-01' AND '2024-12-31';

SELECT b.title
FROM book b
WHERE EXISTS (
  SELECT 1
  FROM loan l
  WHERE l.book_id = b.id AND l.returned = FALSE
);

SELECT title
FROM book
WHERE price = (SELECT MAX(price) FROM book)
UNION
SELECT name
FROM author
WHERE born IS NULL
UNION ALL
SELECT name FROM member WHERE points <> 0;

SELECT id FROM book
EXCEPT
SELECT book_id FROM loan;

SELECT
  title,
  CASE
    WHEN pages < 150 THEN 'short'
    WHEN pages < 300 THEN 'medium'
    ELSE 'long'
  END AS size,
  CASE country WHEN 'DE' THEN 1 ELSE 0 END AS home
FROM book
JOIN author ON author.id = book.author_id;

WITH lent AS (
  SELECT book_id, COUNT(*) AS times
  FROM loan
  GROUP BY book_id
), popular AS (
  SELECT book_id FROM lent WHERE times > 2
)
SELECT b.title, l.times
FROM book b
JOIN lent l ON l.book_id = b.id
WHERE b.id IN (SELECT book_id FROM popular);

SELECT
  title,
  price,
  RANK() OVER (PARTITION BY author_id ORDER BY price DESC) AS place,
  SUM(price) OVER (ORDER BY id) AS running
FROM book;

SELECT COALESCE(b.shelf, 'none'), CAST(b.price AS INTEGER), LENGTH(b.title) + 1
FROM book b
WHERE b.id % 2 = 0 AND b.title NOT LIKE '%x_' AND b.pages NOT IN (1, 2, 3);

SELECT f.name || ' and ' || s.name AS couple
FROM author f, author s
WHERE f.id < s.id AND f.country = s.country;

CREATE VIEW overdue AS
SELECT m.name, l.since
FROM loan l
JOIN member m ON m.id = l.reader_id
WHERE l.returned = FALSE AND l.since < CURRENT_DATE;

CREATE OR REPLACE VIEW rich AS
SELECT name FROM member WHERE points > 100;

CREATE TABLE archive AS
SELECT * FROM loan WHERE since < '2015-01-01';

CREATE TABLE language (
  code CHAR(2) PRIMARY KEY,
  word TEXT
);

CREATE TRIGGER loan_check
BEFORE INSERT ON loan
FOR EACH ROW
EXECUTE FUNCTION check_loan();

CREATE SEQUENCE numbers START WITH 100 INCREMENT BY 10;
CREATE SCHEMA attic;
CREATE ROLE clerk;

BEGIN;
UPDATE member SET points = points - 10 WHERE id = 1;
INSERT INTO archive VALUES (1, 10, '2014-05-06', TRUE);
COMMIT;

BEGIN TRANSACTION;
DELETE FROM member WHERE points = 0;
ROLLBACK;

SELECT a.country, COUNT(b.id) AS books
FROM author a
LEFT JOIN book b ON b.author_id = a.id AND b.price > 5
GROUP BY a.country
ORDER BY a.country ASC;

SELECT title FROM book WHERE pages > ALL (SELECT pages FROM book WHERE author_id = 1);
SELECT MIN(since), MAX(since) FROM loan WHERE book_id = 10;
SELECT title, NULLIF(shelf, 'none') FROM book WHERE shelf IS NULL;

DROP VIEW IF EXISTS rich;
DROP INDEX loan_since;
DROP TABLE archive;
DROP TABLE loan CASCADE;
TRUNCATE TABLE member;

SELECT country, name
FROM author
WHERE born >= '1900-01-01'
  AND country IN ('DE', 'GB')
ORDER BY country, name;

UPDATE book
SET shelf = 'A1', pages = pages + 0
WHERE author_id = 2 AND shelf IS NULL;

SELECT COUNT(DISTINCT country) FROM author;
