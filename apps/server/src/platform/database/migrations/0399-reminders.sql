-- Which mails about visits a user wants. Without a row, none.
create table reminder_choices (
  user_id uuid primary key,
  organization_id uuid not null references organizations,
  visits_today boolean not null default false,
  visits_overdue boolean not null default false,
  foreign key (organization_id, user_id) references users (organization_id, id)
);
create index on reminder_choices (organization_id);
alter table reminder_choices enable row level security;
create policy tenant on reminder_choices using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on reminder_choices to fonema_app;
select audit_table('reminder_choices');

-- The mails: at most one of a kind for a user's day. Nobody's call causes them, so there is no audit trigger.
create table reminder_mails (
  user_id uuid not null,
  kind text not null check (kind in ('visits_today', 'visits_overdue')),
  day date not null,
  organization_id uuid not null references organizations,
  -- 'sending' outlasts a process that is killed meanwhile: the mail may have left, so it is not sent again.
  state text not null check (state in ('queued', 'sending', 'sent', 'dropped', 'failed')),
  changed_at timestamptz not null,
  primary key (user_id, kind, day),
  foreign key (organization_id, user_id) references users (organization_id, id)
);
create index on reminder_mails (organization_id);
alter table reminder_mails enable row level security;
create policy tenant on reminder_mails using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on reminder_mails to fonema_app;

/* Who wants mails, in every organisation: active examiners, with the time zone of their day. */
create function reminded_users()
  returns table (user_id uuid, organization_id uuid, time_zone text, visits_today boolean, visits_overdue boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select c.user_id, c.organization_id, coalesce(u.time_zone, o.time_zone), c.visits_today, c.visits_overdue
    from reminder_choices c
      join users u on u.id = c.user_id
      join credentials k on k.user_id = c.user_id and k.is_active
      join examiners e on e.user_id = c.user_id and e.is_active
      join organizations o on o.id = c.organization_id
    where c.visits_today or c.visits_overdue
  $$;
