-- The key of the pseudonyms of each comparison. Where names are hidden, people are called by codes that are computed with
-- it from the numbers of their submissions, which follow the alphabet.
--
-- Conventions: as in the first version. SQLite adds no column whose default is another value for each row, so a trigger
-- makes the keys.

alter table batch add column pseudonym_key blob check (length(pseudonym_key) = 16);

update batch set pseudonym_key = randomblob(16);

create trigger batch_pseudonym_key after insert on batch when new.pseudonym_key is null
begin
    update batch set pseudonym_key = randomblob(16) where id = new.id;
end;
