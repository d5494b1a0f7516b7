-- The runtime role owns nothing. It reaches tenant tables through row-level security alone:
-- every transaction says for which organisation it speaks.

create function current_organization() returns uuid language sql stable
  as $$ select nullif(current_setting('app.organization_id', true), '')::uuid $$;

-- Reference data, the same for every organisation, written by the content loader.

create table locales (
  id uuid primary key,
  code text not null unique,
  lang_id uuid not null,
  lang_code text not null,
  country text not null,
  is_offered boolean not null
);

create table item_categories (
  id uuid primary key,
  name text not null unique
);

create table protocols (
  id uuid primary key,
  key text not null,
  wording_version integer not null,
  locale_id uuid not null references locales,
  name text not null,
  description text not null,
  is_practice boolean not null,
  licence text not null,
  source text not null,
  unique (key, wording_version, locale_id)
);

create table protocol_items (
  id uuid primary key,
  protocol_id uuid not null references protocols,
  key text not null,
  position integer not null,
  title text not null,
  category_id uuid not null references item_categories,
  trigger_html text not null,
  image text,
  audio text,
  video text,
  min_duration double precision not null,
  max_duration double precision,
  skippable boolean not null,
  reference_text text,
  unique (protocol_id, key)
);

-- Organisations and their people.

create table organizations (
  id uuid primary key,
  name text not null,
  time_zone text not null,
  settings jsonb not null default '{}',
  is_demonstration boolean not null default false,
  owner_user_id uuid not null,
  created_at timestamptz not null
);

create table users (
  id uuid primary key,
  organization_id uuid not null references organizations,
  first_name text not null,
  last_name text not null,
  email text not null,
  locale_id uuid not null references locales,
  tags text[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null,
  unique (organization_id, id)
);

alter table organizations add foreign key (owner_user_id) references users deferrable initially deferred;

create table managers (
  id uuid primary key,
  organization_id uuid not null references organizations,
  user_id uuid not null unique,
  unique (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id)
);

create table examiners (
  id uuid primary key,
  organization_id uuid not null references organizations,
  user_id uuid not null unique,
  unique (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id)
);

create table organization_protocols (
  organization_id uuid not null references organizations,
  protocol_id uuid not null references protocols,
  primary key (organization_id, protocol_id)
);

create table examiner_protocols (
  organization_id uuid not null,
  examiner_id uuid not null,
  protocol_id uuid not null,
  primary key (examiner_id, protocol_id),
  foreign key (organization_id, examiner_id) references examiners (organization_id, id) on delete cascade,
  foreign key (organization_id, protocol_id) references organization_protocols (organization_id, protocol_id) on delete cascade
);

-- Signing in happens before the organisation is known: these tables carry no row-level security
-- and nothing of a participant.

create table credentials (
  user_id uuid primary key references users,
  organization_id uuid not null,
  email_key text not null unique,
  password_hash text not null,
  is_active boolean not null default true
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  organization_id uuid not null,
  created_at timestamptz not null,
  last_active_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index on sessions (user_id);

create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  issued_at timestamptz not null,
  rotated_at timestamptz
);
create index on refresh_tokens (session_id);

create table login_attempts (
  key bytea primary key,
  failures integer not null,
  window_until timestamptz not null
);

/* Everything that a request asks of its session, in one round trip. It runs as its owner, because the
   organisation is known only from its answer. */
create function session_principal(session uuid)
  returns table (
    session_id uuid, user_id uuid, organization_id uuid, created_at timestamptz, last_active_at timestamptz,
    ended_at timestamptz, is_active boolean, examiner_id uuid, manager_id uuid, is_owner boolean, time_zone text
  )
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.id, s.user_id, s.organization_id, s.created_at, s.last_active_at, s.ended_at,
           c.is_active, e.id, m.id, o.owner_user_id = s.user_id, o.time_zone
    from sessions s
    join credentials c on c.user_id = s.user_id
    join organizations o on o.id = s.organization_id
    left join examiners e on e.user_id = s.user_id
    left join managers m on m.user_id = s.user_id
    where s.id = session
  $$;

-- Participants and their sessions.

create table participants (
  id uuid primary key,
  organization_id uuid not null references organizations,
  examiner_id uuid,
  code text not null,
  first_name text,
  last_name text,
  birthday date,
  sex text check (sex in ('f', 'm')),
  education_years double precision,
  occupation text,
  diagnose text,
  diagnose_date date,
  locale_id uuid not null references locales,
  phone text,
  country text,
  active boolean not null default true,
  created_at timestamptz not null,
  created_by uuid not null references users,
  unique (organization_id, id),
  foreign key (organization_id, examiner_id) references examiners (organization_id, id)
);
create unique index participants_code on participants (organization_id, lower(code));
create index participants_examiner on participants (organization_id, examiner_id, id desc);

create table protocol_responses (
  id uuid primary key,
  organization_id uuid not null references organizations,
  participant_id uuid not null,
  protocol_id uuid not null references protocols,
  examiner_id uuid not null,
  created_by uuid not null references users,
  date_created timestamptz not null,
  completed_at timestamptz,
  active boolean not null default true,
  comment text,
  unique (organization_id, id),
  foreign key (organization_id, participant_id) references participants (organization_id, id),
  foreign key (organization_id, examiner_id) references examiners (organization_id, id)
);
create index on protocol_responses (organization_id, participant_id, id desc);

create table item_responses (
  id uuid primary key,
  organization_id uuid not null references organizations,
  protocol_response_id uuid not null,
  protocol_item_id uuid not null references protocol_items,
  skipped_purpose text,
  answered_at timestamptz not null,
  answered_by uuid not null references users,
  unique (organization_id, id),
  unique (protocol_response_id, protocol_item_id),
  foreign key (organization_id, protocol_response_id) references protocol_responses (organization_id, id)
);

create table takes (
  id uuid primary key,
  organization_id uuid not null references organizations,
  item_response_id uuid not null,
  take integer not null check (take >= 1),
  object_key text not null unique,
  sha256 text not null,
  size_bytes bigint not null,
  content_type text not null,
  sample_rate_hz double precision not null,
  total_seconds double precision not null,
  window_start double precision not null,
  window_end double precision not null,
  settings jsonb not null,
  gaps jsonb not null,
  quality jsonb,
  recorded_at timestamptz not null,
  recorded_by uuid not null references users,
  unique (organization_id, id),
  unique (item_response_id, take),
  foreign key (organization_id, item_response_id) references item_responses (organization_id, id)
);

create table feature_results (
  id uuid primary key,
  organization_id uuid not null references organizations,
  take_id uuid not null,
  entry text not null,
  function_version integer not null,
  status text not null check (status in ('pending', 'failed', 'ready')),
  error text,
  scores jsonb not null default '{}',
  missing jsonb not null default '{}',
  data jsonb not null default '{}',
  -- What was measured: the audio's hash and the window, in seconds.
  measured jsonb,
  updated_at timestamptz not null,
  unique (take_id, entry, function_version),
  foreign key (organization_id, take_id) references takes (organization_id, id)
);

-- Answers already given to creating calls, written in the transaction of the change.

create table idempotency_keys (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (organization_id, user_id, key)
);

-- Row-level security on every tenant table.

do $$
declare
  tenant text;
begin
  foreach tenant in array array['users', 'managers', 'examiners', 'organization_protocols', 'examiner_protocols',
    'participants', 'protocol_responses', 'item_responses', 'takes', 'feature_results', 'idempotency_keys']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;
alter table organizations enable row level security;
create policy tenant on organizations using (id = current_organization()) with check (id = current_organization());

-- What the runtime role may do. Reference data is read only for it.

grant usage on schema public to fonema_app;
grant select on locales, item_categories, protocols, protocol_items to fonema_app;
grant select, insert, update on organizations, users, managers, examiners, credentials, sessions, participants,
  protocol_responses, item_responses, takes, feature_results to fonema_app;
grant select, insert, update, delete on organization_protocols, examiner_protocols, refresh_tokens, login_attempts,
  idempotency_keys to fonema_app;
