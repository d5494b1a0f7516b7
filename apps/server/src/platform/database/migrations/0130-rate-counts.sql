-- How many calls each person and address has made in a minute: what web processes tell each other, so that a limit holds
-- over all of them. Unlogged: a crash of the database forgets a minute, and nothing waits for a disk.
create unlogged table rate_counts (
  key text not null,
  minute bigint not null,
  calls integer not null,
  primary key (key, minute)
);
grant select, insert, update, delete on rate_counts to fonema_app;
