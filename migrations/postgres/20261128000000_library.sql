-- Archives of reference answers: the library of a course, such as public code or answers by language models. Every
-- comparison of the course has them as references.

-- `KIND` or `KIND:SOURCE`; null: earlier submissions.
alter table archive add column reference text;
