-- Accounts from an organisation's directory (SCIM 2.0): its tokens, its groups, and what a group means here.

create table scim_tokens (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  -- Of the token, which is shown once.
  hash bytea not null unique,
  created_at timestamptz not null,
  created_by uuid not null,
  last_used_at timestamptz,
  foreign key (organization_id, created_by) references users (organization_id, id)
);
create index on scim_tokens (organization_id);

-- What the directory knows of a user of ours.
create table scim_users (
  user_id uuid primary key,
  organization_id uuid not null,
  external_id text,
  -- The directory deleted it: it is deactivated here, and the directory does not find it any more.
  is_deleted boolean not null default false,
  modified_at timestamptz not null,
  foreign key (organization_id, user_id) references users (organization_id, id)
);

create table scim_groups (
  id uuid primary key,
  organization_id uuid not null references organizations,
  display_name text not null,
  external_id text,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  unique (organization_id, id)
);
create unique index on scim_groups (organization_id, lower(display_name));
create table scim_group_members (
  group_id uuid not null,
  user_id uuid not null,
  organization_id uuid not null,
  primary key (group_id, user_id),
  foreign key (organization_id, group_id) references scim_groups (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id)
);
create index on scim_group_members (user_id);

-- The members of a group with this name get the role and the tags. There is no rule for the owner.
create table scim_group_rules (
  id uuid primary key,
  organization_id uuid not null references organizations,
  group_name text not null,
  role text check (role in ('examiner', 'manager')),
  tags text[] not null
);
create unique index on scim_group_rules (organization_id, lower(group_name));

-- What users have by their groups, so that what a person gave stays when they leave a group.
create table scim_given (
  user_id uuid not null,
  kind text not null check (kind in ('role', 'tag')),
  value text not null,
  organization_id uuid not null,
  primary key (user_id, kind, value),
  foreign key (organization_id, user_id) references users (organization_id, id)
);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['scim_tokens', 'scim_users', 'scim_groups', 'scim_group_members', 'scim_group_rules',
    'scim_given']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;
grant select, insert, update, delete on scim_tokens, scim_users, scim_groups, scim_group_members, scim_group_rules,
  scim_given to fonema_app;
create trigger record_change after insert or delete on scim_tokens for each row execute function record_change();
select audit_table('scim_groups');
select audit_table('scim_group_rules');

/* Whose token it is: the call names no organisation. */
create function scim_token_owner(token_hash bytea) returns table (id uuid, organization_id uuid, last_used_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select t.id, t.organization_id, t.last_used_at from scim_tokens t where t.hash = token_hash $$;
revoke execute on function scim_token_owner(bytea) from public;
grant execute on function scim_token_owner(bytea) to fonema_app;
