-- Passkeys as another second factor. Their public keys are no secret; what was asked of one is kept as a hash until it is
-- answered, once.

-- Since when the app counts. Until now it was the only factor.
alter table totp_secrets add column confirmed_at timestamptz;
update totp_secrets t set confirmed_at = f.created_at from second_factors f where f.user_id = t.user_id;

create table passkeys (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  -- As the browser names it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- The host's name: a browser gives it to no other.
  host text not null,
  sign_count bigint not null,
  created_at timestamptz not null,
  foreign key (organization_id, user_id) references users (organization_id, id)
);
create index on passkeys (user_id);

create table passkey_challenges (
  hash bytea primary key,
  organization_id uuid not null,
  user_id uuid not null references users,
  expires_at timestamptz not null
);
create index on passkey_challenges (user_id);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['passkeys', 'passkey_challenges']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;
grant select, insert, update, delete on passkeys, passkey_challenges to fonema_app;
-- That one was used is a sign-in, which has its own entry.
create trigger record_change after insert or delete on passkeys for each row execute function record_change();
