-- Who changed, read or took out what, and as whom. Changes are written by a trigger, in the change's own transaction:
-- no route can forget it. `app.actor` is set with the organisation (database.ts); without it the product itself acted.

create table audit_entries (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  -- Who really acted, in which session; as which examiner, and in which mode while impersonating.
  user_id uuid,
  session_id uuid,
  examiner_id uuid,
  mode text,
  action text not null,
  subject text not null,
  object_id text,
  participant_id uuid,
  old jsonb,
  new jsonb
);
create index on audit_entries (organization_id, id desc);
create index on audit_entries (organization_id, subject, id desc);

-- The chain: each seal covers an entry and the seal before it, with a key that the database does not have.
create table audit_seals (
  organization_id uuid not null,
  position bigint not null,
  entry_id bigint not null unique references audit_entries,
  mac bytea not null,
  chain bytea not null,
  primary key (organization_id, position)
);

create function refuse_audit_change() returns trigger language plpgsql
  as $$ begin raise exception 'the audit trail is append-only'; end $$;
create trigger append_only before update or delete on audit_entries for each row execute function refuse_audit_change();
create trigger no_truncate before truncate on audit_entries for each statement execute function refuse_audit_change();
create trigger append_only before update or delete on audit_seals for each row execute function refuse_audit_change();
create trigger no_truncate before truncate on audit_seals for each statement execute function refuse_audit_change();

alter table audit_entries enable row level security;
create policy tenant on audit_entries using (organization_id = current_organization())
  with check (organization_id = current_organization());
alter table audit_seals enable row level security;
create policy tenant on audit_seals using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert on audit_entries, audit_seals to fonema_app;

/* Runs as its owner: a session's row is written before any organisation is named. */
create function record_change() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  secret constant text[] := array['password_hash', 'email_key'];
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(after, before);
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  done text := case tg_op when 'INSERT' then 'create' when 'DELETE' then 'remove' else 'change' end;
  participant uuid;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, before -> key), jsonb_object_agg(key, after -> key) into before, after
      from jsonb_object_keys(to_jsonb(new)) key where to_jsonb(old) -> key is distinct from to_jsonb(new) -> key;
    if after is null then return null; end if;
    if after ? 'active' then done := case when (after ->> 'active')::boolean then 'restore' else 'archive' end; end if;
    if after ->> 'completed_at' is not null then done := 'complete'; end if;
  end if;
  case tg_table_name
    when 'participants' then participant := (whole ->> 'id')::uuid;
    when 'item_responses' then
      select r.participant_id into participant from protocol_responses r
        where r.id = (whole ->> 'protocol_response_id')::uuid;
    when 'takes' then
      select r.participant_id into participant from item_responses i
        join protocol_responses r on r.id = i.protocol_response_id where i.id = (whole ->> 'item_response_id')::uuid;
    when 'sessions' then
      done := case
        when tg_op = 'INSERT' then 'sign_in'
        when after ? 'ended_at' then 'sign_out'
        when after ->> 'acting_examiner_id' is not null then 'impersonate'
        else 'end_impersonation' end;
      actor := jsonb_build_object('user_id', whole -> 'user_id', 'session_id', whole -> 'id',
        'examiner_id', coalesce(after -> 'acting_examiner_id', before -> 'acting_examiner_id'),
        'mode', coalesce(after -> 'acting_mode', before -> 'acting_mode'));
    when 'credentials' then
      if after ? 'password_hash' then done := 'change_password'; end if;
    else participant := (whole ->> 'participant_id')::uuid;
  end case;
  insert into audit_entries (organization_id, user_id, session_id, examiner_id, mode, action, subject, object_id,
    participant_id, old, new)
  values (
    coalesce(whole ->> 'organization_id', whole ->> 'id')::uuid,
    (actor ->> 'user_id')::uuid, (actor ->> 'session_id')::uuid, (actor ->> 'examiner_id')::uuid, actor ->> 'mode',
    done, tg_table_name, coalesce(whole ->> 'id', whole ->> 'examiner_id', whole ->> 'user_id'), participant,
    before - secret, after - secret
  );
  return null;
end $$;

/* For the tables of later migrations: `select audit_table('participant_files');` */
create function audit_table(name regclass) returns void language plpgsql as $$
begin
  execute format('create trigger record_change after insert or update or delete on %s
    for each row execute function record_change()', name);
end $$;

/* Which organisations have entries outside the chain: the sealing process asks it before it speaks for one of them. */
create function audit_unsealed() returns setof uuid language sql stable security definer
  set search_path = public, pg_temp
as $$ select distinct e.organization_id from audit_entries e
      where not exists (select from audit_seals s where s.entry_id = e.id) $$;

create function audit_organizations() returns setof uuid language sql stable security definer
  set search_path = public, pg_temp
as $$ select organization_id from audit_entries union select organization_id from audit_seals $$;

-- Who may work as whom, and in which mode.

create table impersonation_grants (
  organization_id uuid not null,
  user_id uuid not null,
  examiner_id uuid not null,
  mode text not null,
  primary key (user_id, examiner_id, mode),
  foreign key (organization_id, user_id) references users (organization_id, id),
  foreign key (organization_id, examiner_id) references examiners (organization_id, id)
);
alter table impersonation_grants enable row level security;
create policy tenant on impersonation_grants using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, delete on impersonation_grants to fonema_app;
grant delete on managers to fonema_app;

-- An examiner who leaves stays as the one who recorded; the participants wait for their transfer.
alter table examiners add column is_active boolean not null default true;

alter table sessions
  add column acting_examiner_id uuid references examiners,
  add column acting_mode text,
  add check ((acting_examiner_id is null) = (acting_mode is null));

drop function session_principal(uuid);
/* Everything that a request asks of its session, in one round trip. It runs as its owner, because the organisation is
   known only from its answer. Without its grant, or without an active examiner, an impersonation is none any more. */
create function session_principal(session uuid)
  returns table (
    session_id uuid, user_id uuid, organization_id uuid, created_at timestamptz, last_active_at timestamptz,
    ended_at timestamptz, is_active boolean, examiner_id uuid, manager_id uuid, is_owner boolean, time_zone text,
    acting_examiner_id uuid, acting_mode text, may_act boolean
  )
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.id, s.user_id, s.organization_id, s.created_at, s.last_active_at, s.ended_at,
           c.is_active, e.id, m.id, o.owner_user_id = s.user_id, o.time_zone,
           s.acting_examiner_id, s.acting_mode,
           exists (
             select from impersonation_grants g
             join examiners t on t.id = g.examiner_id and t.is_active
             join credentials tc on tc.user_id = t.user_id and tc.is_active
             where g.user_id = s.user_id and g.examiner_id = s.acting_examiner_id and g.mode = s.acting_mode
           )
    from sessions s
    join credentials c on c.user_id = s.user_id
    join organizations o on o.id = s.organization_id
    left join examiners e on e.user_id = s.user_id and e.is_active
    left join managers m on m.user_id = s.user_id
    where s.id = session
  $$;

do $$
declare
  audited text;
begin
  foreach audited in array array['organizations', 'users', 'managers', 'examiners', 'examiner_protocols',
    'examiner_surveys', 'impersonation_grants', 'participants', 'protocol_responses', 'item_responses',
    'survey_responses']
  loop
    perform audit_table(audited::regclass);
  end loop;
end $$;
-- Measures are derived; what counts is that the recording came, and who brought it.
create trigger record_change after insert on takes for each row execute function record_change();
create trigger record_insert after insert on sessions for each row execute function record_change();
create trigger record_change after update of ended_at, acting_examiner_id, acting_mode on sessions
  for each row execute function record_change();
create trigger record_change after update of password_hash, is_active on credentials
  for each row execute function record_change();
