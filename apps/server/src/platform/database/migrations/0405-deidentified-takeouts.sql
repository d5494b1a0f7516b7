-- A takeout may hide names: what was marked or looks like a name, a date, a number or an address is silent and masked.
alter table takeouts add column deidentified boolean not null default false;
