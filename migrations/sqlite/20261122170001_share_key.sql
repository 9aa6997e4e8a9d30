-- The key of share links that a request with an Idempotency-Key makes: a repeated request gets the same link, and nobody
-- without the key can compute it.
--
-- Conventions: as in the first version.

create table share_key (
    one integer primary key not null check (one = 1),
    key blob not null check (length(key) = 32)
) strict;
