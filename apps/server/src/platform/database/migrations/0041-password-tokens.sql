-- Tokens of mailed links, kept as hashes. Like the other sign-in tables they are used before the organisation is known.

create table password_tokens (
  hash bytea primary key,
  user_id uuid not null references users,
  purpose text not null check (purpose in ('reset', 'welcome')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index on password_tokens (user_id);
grant select, insert, delete on password_tokens to fonema_app;
