-- Accounts: administrators, passwords, mail addresses, who somebody is at an identity provider; what a session tells of
-- its browser; retention by course; entries of the audit log that occur once.
--
-- Conventions: as in the first version.

-- 1: adds and disables accounts, makes sign-in links, reads the whole log. Sees no report by that alone.
alter table account add column admin integer not null default 0 check (admin in (0, 1));
-- Argon2id, as a PHC string; null: no password signs in.
alter table account add column password text;
-- Where sign-in links are sent to.
alter table account add column email text;

-- Somebody has to be: the oldest.
update account
set admin = 1
where id = (select id from account order by created, id limit 1);

-- How it was opened: `link`, `password`, `provider`.
alter table session add column way text not null default 'link';
-- To the minute; null: not since it was opened.
alter table session add column last_seen integer;
-- Family of the browser (`Firefox on Linux`), and the address it signed in from.
alter table session add column browser text not null default '';
alter table session add column address text not null default '';

-- Who somebody is elsewhere. Bound by issuer and subject, never by name: names change hands.
create table identity (
    -- URL of an OpenID provider, or `proxy`.
    issuer text not null,
    subject text not null,
    account blob not null references account (id) on delete cascade,
    created integer not null,
    primary key (issuer, subject)
) strict;

create index identity_by_account on identity (account);

-- Sign-ins at a provider that are under way. Each is taken once.
create table sign_in_attempt (
    -- BLAKE3 of the state sent along.
    hash blob primary key not null check (length(hash) = 32),
    -- What the browser has as a cookie; hash, too.
    browser blob not null check (length(browser) = 32),
    nonce text not null,
    -- Of PKCE.
    verifier text not null,
    expires integer not null
) strict;

create index sign_in_attempt_by_expires on sign_in_attempt (expires);

-- Days after which a batch of the course is deleted that came without a date; null: never.
alter table course add column keep_days integer;

-- A text that occurs once: of views, of which one a person, batch and hour is kept.
alter table audit add column once text;
create unique index audit_once on audit (once) where once is not null;
