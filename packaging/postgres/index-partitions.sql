-- Divides the blocks of the index between the database and a second PostgreSQL server (15 or later), by hash, with
-- postgres_fdw. See docs/operating/workers.md for what this costs and what it does not guarantee. Stop all processes of
-- Chaffinch first, and make a backup. Run it as a superuser of the database, with the URLs of both databases:
--
--   psql "SECOND" -v first="FIRST" -v password="PASSWORD" -f index-partitions.sql
--
-- SECOND is an empty database on the second server, with a role that may create tables. The first server connects to it
-- with the same host, port, name and role, and with this password.
\set ON_ERROR_STOP on

create table index_block (
    run bigint not null,
    first_fingerprint bigint not null,
    bytes bytea not null,
    primary key (run, first_fingerprint)
);
alter table index_block alter column bytes set storage external;

-- psql sets these for the current connection.
\set second_host :HOST
\set second_port :PORT
\set second_name :DBNAME
\set second_role :USER
\connect :first

begin;
create extension if not exists postgres_fdw;
-- batch_size: an ingest sends its blocks together. fetch_size: a look-up of one document uses the first row of each
-- answer only, while merging reads all. fdw_startup_cost: with the default of 100, the planner may compile (jit) a
-- statement, which can take longer than to run it.
create server index_second foreign data wrapper postgres_fdw options (
    host :'second_host', port :'second_port', dbname :'second_name',
    batch_size '1000', fetch_size '10', fdw_startup_cost '1', async_capable 'true');
create user mapping for public server index_second options (user :'second_role', password :'password');

alter table index_block rename to index_block_before;
alter table index_block_before rename constraint index_block_pkey to index_block_before_pkey;

-- Partitions on other servers allow neither keys nor foreign keys on the table as a whole. Each partition has its key,
-- and the local one its foreign key, too.
create table index_block (
    run bigint not null,
    first_fingerprint bigint not null,
    bytes bytea not null
) partition by hash (first_fingerprint);
create table index_block_0 partition of index_block for values with (modulus 2, remainder 0);
alter table index_block_0 add primary key (run, first_fingerprint);
alter table index_block_0 add foreign key (run) references index_run (id) on delete cascade;
alter table index_block_0 alter column bytes set storage external;
create foreign table index_block_1 partition of index_block for values with (modulus 2, remainder 1)
    server index_second options (table_name 'index_block');

insert into index_block select run, first_fingerprint, bytes from index_block_before;
drop table index_block_before;

-- Instead of `on delete cascade` for the foreign partition.
create function delete_index_blocks() returns trigger language plpgsql as $$
begin
    delete from index_block where run = old.id;
    return null;
end
$$;
create trigger delete_index_blocks after delete on index_run
    for each row execute function delete_index_blocks();
commit;
analyze index_block;
