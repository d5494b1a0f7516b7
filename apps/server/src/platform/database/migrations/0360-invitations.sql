-- How far each invited user is. Users who came with the organisation have no row: they have a password from the start.

create table invitations (
  user_id uuid primary key references users,
  organization_id uuid not null references organizations,
  -- The latest mail or copied link.
  invited_at timestamptz not null,
  -- The first time that the page of a link was opened.
  opened_at timestamptz,
  -- When the user set a password.
  accepted_at timestamptz
);
create index on invitations (organization_id);
alter table invitations enable row level security;
create policy tenant on invitations using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on invitations to fonema_app;

-- Users whom a manager created, and who have never set a password or signed in.
insert into invitations (user_id, organization_id, invited_at)
  select u.id, u.organization_id, u.created_at from users u
  where exists (select from audit_entries e
      where e.subject = 'users' and e.action = 'create' and e.object_id = u.id::text and e.user_id is not null)
    and not exists (select from audit_entries e
      where e.subject = 'credentials' and e.action = 'change_password' and e.object_id = u.id::text)
    and not exists (select from sessions s where s.user_id = u.id);
select audit_table('invitations');

-- What happened to a mail of an invitation or a test. The audit log has the call that caused it, so there is no trigger.
create table mails (
  id uuid primary key,
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  purpose text not null check (purpose in ('welcome', 'test')),
  state text not null check (state in ('queued', 'sent', 'written', 'failed')),
  -- Of the last failed attempt; a queued mail may have one too.
  reason text check (reason in ('unreachable', 'sign_in_refused', 'insecure', 'refused', 'account_inactive', 'replaced',
    'unknown')),
  -- The mail server's own words.
  detail text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (state <> 'failed' or reason is not null)
);
create index on mails (user_id, id desc);
create index on mails (organization_id);
alter table mails enable row level security;
create policy tenant on mails using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on mails to fonema_app;
