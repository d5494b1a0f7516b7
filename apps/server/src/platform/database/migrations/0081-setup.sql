-- Links of a first start, kept as hashes: whoever has one makes the first organisation, once.

create table setup_tokens (
  hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
grant select, insert, delete on setup_tokens to fonema_app;
