-- A person's own time zone; without one, the organisation's.
alter table users add column time_zone text;

drop function session_principal(uuid);
create function session_principal(session uuid)
  returns table (
    session_id uuid, user_id uuid, organization_id uuid, created_at timestamptz, last_active_at timestamptz,
    ended_at timestamptz, is_active boolean, examiner_id uuid, manager_id uuid, is_owner boolean, time_zone text,
    own_time_zone text, acting_examiner_id uuid, acting_mode text, may_act boolean
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
  #variable_conflict use_column
  begin
    return query
      select s.id, s.user_id, s.organization_id, s.created_at, s.last_active_at, s.ended_at,
             c.is_active, e.id, m.id, o.owner_user_id = s.user_id, o.time_zone, coalesce(u.time_zone, o.time_zone),
             s.acting_examiner_id, s.acting_mode,
             exists (
               select from impersonation_grants g
               join examiners t on t.id = g.examiner_id and t.is_active
               join credentials tc on tc.user_id = t.user_id and tc.is_active
               where g.user_id = s.user_id and g.examiner_id = s.acting_examiner_id and g.mode = s.acting_mode
             )
      from sessions s
      join credentials c on c.user_id = s.user_id
      join users u on u.id = s.user_id
      join organizations o on o.id = s.organization_id
      left join examiners e on e.user_id = s.user_id and e.is_active
      left join managers m on m.user_id = s.user_id
      where s.id = session;
  end
  $$;

-- How often a visit was changed, and when last; null: never. Calendars replace their copy by these.
alter table visits add column revision int not null default 0, add column changed_at timestamptz;

-- The address of a person's calendar. Its token is stored as a hash, and a new one replaces it.
create table calendar_feeds (
  user_id uuid primary key,
  organization_id uuid not null references organizations,
  hash bytea not null unique,
  created_at timestamptz not null,
  foreign key (organization_id, user_id) references users (organization_id, id)
);
create index on calendar_feeds (organization_id);
alter table calendar_feeds enable row level security;
create policy tenant on calendar_feeds using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on calendar_feeds to fonema_app;
select audit_table('calendar_feeds');

/* Whose address it is: the call names no organisation. */
create function calendar_feed_owner(token_hash bytea)
  returns table (user_id uuid, organization_id uuid, email_key text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select f.user_id, f.organization_id, c.email_key
    from calendar_feeds f join credentials c on c.user_id = f.user_id and c.is_active
    where f.hash = token_hash
  $$;
