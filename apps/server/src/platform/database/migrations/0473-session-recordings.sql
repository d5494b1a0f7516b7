-- The recording of a whole session, such as a conversation of two hours. It arrives in pieces while it is recorded, and
-- they stay as they arrived: joined, they are the recording. Parts of it become takes of items.
create table session_recordings (
  -- Chosen by the browser, which begins without a network.
  id uuid primary key,
  organization_id uuid not null references organizations,
  -- As that of its session, for the log.
  participant_id uuid not null,
  protocol_response_id uuid not null,
  sample_rate_hz integer not null check (sample_rate_hz between 8000 and 192000),
  settings jsonb not null,
  recorded_at timestamptz not null,
  date_created timestamptz not null,
  recorded_by uuid not null,
  -- All are null until it is finished. The hash covers the joined samples.
  finished_at timestamptz,
  pieces integer,
  sha256 text,
  interrupted boolean not null default false,
  -- Whether the browser sent the same hash.
  verified boolean not null default false,
  check ((finished_at is null) = (pieces is null) and (finished_at is null) = (sha256 is null)),
  unique (organization_id, id),
  foreign key (organization_id, participant_id) references participants (organization_id, id),
  foreign key (organization_id, protocol_response_id) references protocol_responses (organization_id, id),
  foreign key (organization_id, recorded_by) references users (organization_id, id)
);
create index on session_recordings (protocol_response_id);

create table session_recording_pieces (
  organization_id uuid not null,
  session_recording_id uuid not null,
  piece integer not null check (piece >= 0),
  object_key text not null unique,
  sha256 text not null,
  size_bytes bigint not null,
  frames integer not null check (frames >= 0),
  gaps jsonb not null,
  -- The loudest sample of each tenth of a second.
  peaks bytea not null,
  stored_at timestamptz not null,
  primary key (session_recording_id, piece),
  foreign key (organization_id, session_recording_id) references session_recordings (organization_id, id)
);

create table session_recording_marks (
  id uuid primary key,
  organization_id uuid not null,
  participant_id uuid not null,
  session_recording_id uuid not null,
  at_s double precision not null,
  kind text not null check (kind in ('subtest', 'name_spoken')),
  protocol_item_id uuid references protocol_items,
  marked_by uuid not null,
  date_created timestamptz not null,
  foreign key (organization_id, session_recording_id) references session_recordings (organization_id, id),
  foreign key (organization_id, marked_by) references users (organization_id, id)
);
create index on session_recording_marks (session_recording_id);

create table session_recording_cuts (
  id uuid primary key,
  organization_id uuid not null,
  participant_id uuid not null,
  session_recording_id uuid not null,
  take_id uuid not null unique,
  protocol_item_id uuid not null references protocol_items,
  start_frame bigint not null,
  end_frame bigint not null check (end_frame > start_frame),
  cut_by uuid not null,
  cut_at timestamptz not null,
  unique (session_recording_id, protocol_item_id, start_frame, end_frame),
  foreign key (organization_id, session_recording_id) references session_recordings (organization_id, id),
  foreign key (organization_id, take_id) references takes (organization_id, id),
  foreign key (organization_id, cut_by) references users (organization_id, id)
);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['session_recordings', 'session_recording_pieces', 'session_recording_marks',
    'session_recording_cuts']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
    execute format('grant select, insert on %I to fonema_app', tenant);
  end loop;
end $$;
grant update on session_recordings to fonema_app;
-- A piece every few seconds would fill the log; the recording, its marks and its cuts have entries.
select audit_table('session_recordings');
select audit_table('session_recording_marks');
select audit_table('session_recording_cuts');

/* As before; takes the recordings of whole sessions too. */
create or replace function erase_participant(person uuid) returns text[] language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  org constant uuid := current_organization();
  sessions uuid[];
  answers uuid[];
  spoken uuid[];
  recorded uuid[];
  erased text[];
  archives uuid[];
  keys text[];
begin
  perform from participants where id = person and organization_id = org for update;
  if not found then return null; end if;
  -- Whoever is just sending a recording comes first, or finds nothing any more.
  perform from protocol_responses where organization_id = org and participant_id = person for update;
  sessions := array(select id from protocol_responses where organization_id = org and participant_id = person);
  answers := array(select id from item_responses where protocol_response_id = any(sessions));
  spoken := array(select id from takes where item_response_id = any(answers));
  recorded := array(select id from session_recordings where protocol_response_id = any(sessions));
  archives := array(
    select takeout_id from takeout_participants where organization_id = org and participant_id = person
    union select id from takeouts where organization_id = org and participant_id = person);
  keys := array(
    select object_key from takes where id = any(spoken)
    union all select object_key from replaced_recordings where take_id = any(spoken)
    union all select object_key from session_recording_pieces where session_recording_id = any(recorded)
    union all select object_key from files where organization_id = org and participant_id = person
    union all select object_key from takeouts where id = any(archives) and object_key is not null);
  erased := array[person::text] || sessions::text[] || answers::text[] || spoken::text[]
    || array(select id::text from transcripts where take_id = any(spoken))
    || array(select id::text from fluency_decisions where take_id = any(spoken))
    || recorded::text[]
    || array(select id::text from session_recording_marks where session_recording_id = any(recorded))
    || array(select id::text from session_recording_cuts where session_recording_id = any(recorded))
    || array(select id::text from survey_responses where organization_id = org and participant_id = person)
    || array(select id::text from files where organization_id = org and participant_id = person);

  delete from fluency_decisions where take_id = any(spoken);
  delete from feature_results where take_id = any(spoken);
  delete from transcripts where take_id = any(spoken);
  delete from session_recording_cuts where session_recording_id = any(recorded);
  delete from session_recording_marks where session_recording_id = any(recorded);
  delete from session_recording_pieces where session_recording_id = any(recorded);
  delete from session_recordings where id = any(recorded);
  delete from takes where id = any(spoken);
  delete from recording_leases where protocol_response_id = any(sessions);
  delete from item_responses where id = any(answers);
  delete from protocol_responses where id = any(sessions);
  delete from survey_responses where organization_id = org and participant_id = person;
  delete from files where organization_id = org and participant_id = person;
  delete from takeout_participants where takeout_id = any(archives);
  update takeouts set status = 'failed', error = 'erased', object_key = null, size_bytes = null, sha256 = null
    where id = any(archives);
  delete from participants where id = person;
  delete from idempotency_keys where organization_id = org
    and exists (select from unnest(erased) one where answer::text like '%' || one || '%');

  perform set_config('app.erasing', 'on', true);
  update audit_entries set old = null, new = null, participant_id = person
    where organization_id = org and (participant_id = person or object_id = any(erased));
  perform set_config('app.erasing', '', true);
  return keys;
end $$;
