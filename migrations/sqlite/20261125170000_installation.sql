-- What is known about the installation as a whole: its public address, its last backup, an unfinished restore.
--
-- Conventions: as in the first version.

create table installation (
    -- See `InstallationFact`.
    name text primary key not null,
    value text not null
) strict, without rowid;
