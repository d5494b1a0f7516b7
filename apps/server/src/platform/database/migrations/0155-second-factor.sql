-- A second factor beside the password: an authenticator app's secret, sealed with a key that the database does not have,
-- and recovery codes, kept as hashes. What is in the trail is that there is a factor, and how many codes are left.

create table second_factors (
  user_id uuid primary key,
  organization_id uuid not null,
  created_at timestamptz not null,
  recovery_codes_made_at timestamptz not null,
  recovery_codes_left integer not null,
  foreign key (organization_id, user_id) references users (organization_id, id)
);

-- Without a row above it is shown and not confirmed yet, and counts for nothing. No code of `last_step` or before is good.
create table totp_secrets (
  user_id uuid primary key,
  organization_id uuid not null,
  sealed_secret bytea not null,
  last_step bigint,
  foreign key (organization_id, user_id) references users (organization_id, id)
);

create table recovery_codes (
  hash bytea primary key,
  organization_id uuid not null,
  user_id uuid not null references second_factors on delete cascade
);
create index on recovery_codes (user_id);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['second_factors', 'totp_secrets', 'recovery_codes']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;
grant select, insert, update, delete on second_factors, totp_secrets, recovery_codes to fonema_app;
select audit_table('second_factors');
