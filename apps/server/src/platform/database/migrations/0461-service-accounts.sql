-- Programs that call in the name of an organisation, with keys and rights of their own.

create table service_accounts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  scopes text[] not null,
  -- Null: the participants of every examiner.
  examiner_id uuid,
  networks text[] not null,
  created_at timestamptz not null,
  created_by uuid not null,
  -- It stays for its name in the audit log.
  ended_at timestamptz,
  unique (organization_id, id),
  foreign key (organization_id, examiner_id) references examiners (organization_id, id),
  foreign key (organization_id, created_by) references users (organization_id, id)
);
create index on service_accounts (organization_id, created_at, id);
create index on service_accounts (examiner_id);

create table service_account_keys (
  id uuid primary key,
  organization_id uuid not null,
  service_account_id uuid not null,
  -- Of the key, which is shown once.
  hash bytea not null unique,
  ending text not null,
  created_at timestamptz not null,
  created_by uuid not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  foreign key (organization_id, service_account_id) references service_accounts (organization_id, id),
  foreign key (organization_id, created_by) references users (organization_id, id)
);
create index on service_account_keys (service_account_id);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['service_accounts', 'service_account_keys']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;
grant select, insert, update on service_accounts, service_account_keys to fonema_app;
select audit_table('service_accounts');
-- Not the times of use.
create trigger record_change after insert or update of revoked_at on service_account_keys
  for each row execute function record_change();

/* Whose key it is: the call names no organisation. By the key itself, or by its id for links that were given to it. */
create function service_account_of_key(key_hash bytea, key uuid) returns table (
    key_id uuid, account_id uuid, organization_id uuid, scopes text[], examiner_id uuid, networks text[],
    created_by uuid, time_zone text, expires_at timestamptz, last_used_at timestamptz
  )
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select k.id, a.id, a.organization_id, a.scopes, a.examiner_id, a.networks, a.created_by, o.time_zone, k.expires_at,
      k.last_used_at
    from service_account_keys k
    join service_accounts a on a.id = k.service_account_id
    join organizations o on o.id = a.organization_id
    where k.id = coalesce(key, (select id from service_account_keys where hash = key_hash))
      and k.revoked_at is null and a.ended_at is null
  $$;
revoke execute on function service_account_of_key(bytea, uuid) from public;
grant execute on function service_account_of_key(bytea, uuid) to fonema_app;
