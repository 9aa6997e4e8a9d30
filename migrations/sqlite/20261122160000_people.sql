-- The platform's number or user name, which tells the author of a submission from others of the same name.
alter table submission add column person text;
