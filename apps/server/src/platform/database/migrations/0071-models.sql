-- Recognisers of this installation, for all of its organisations: whoever works writes what it is at, so that every
-- web process can say it. What is on the disk is the truth; a worker looks from time to time.
create table models (
  name text primary key,
  state text not null check (state in ('absent', 'waiting', 'downloading', 'checking', 'ready', 'failed')),
  done_bytes bigint not null,
  error text,
  is_checked boolean,
  updated_at timestamptz not null
);
grant select, insert, update on models to fonema_app;
