-- What a second microphone, nearer to the examiner, heard of a take: as many samples, from the same first one.
create table examiner_channels (
  take_id uuid primary key,
  organization_id uuid not null,
  object_key text not null unique,
  sha256 text not null,
  size_bytes bigint not null,
  content_type text not null,
  -- What the measuring found in it.
  state text not null check (state in ('unread', 'unused', 'heard', 'not_heard', 'silent', 'same')),
  -- A person said how many people speak; then the channel does not decide it.
  said_by_person boolean not null default false,
  foreign key (organization_id, take_id) references takes (organization_id, id) on delete cascade
);
create index on examiner_channels (organization_id) include (size_bytes);
alter table examiner_channels enable row level security;
create policy tenant on examiner_channels using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on examiner_channels to fonema_app;

-- What two microphones say is computed, as measures are: only what a person says is in the log.
drop trigger record_people on takes;
create trigger record_people after update of people on takes for each row
  when (new.people <> old.people and current_setting('app.actor', true) <> '') execute function record_change();

/* As before; takes the examiner's channels too. */
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
    union all select object_key from examiner_channels where take_id = any(spoken)
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
