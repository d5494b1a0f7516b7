-- Recordings may be kept as FLAC. A take then still says what was sent: a repeat, a report and the demonstration's
-- recogniser know it by that hash. Null: the file is stored as it was sent.
alter table takes add column sent_sha256 text;

-- The file that was sent, until nobody can be reading it any more.
create table replaced_recordings (
  take_id uuid primary key,
  organization_id uuid not null,
  object_key text not null unique,
  sha256 text not null,
  replaced_at timestamptz not null,
  foreign key (organization_id, take_id) references takes (organization_id, id) on delete cascade
);
alter table replaced_recordings enable row level security;
create policy tenant on replaced_recordings using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on replaced_recordings to fonema_app;

/* For the worker that removes them. Covers all organisations. */
create function recordings_replaced_before(before timestamptz)
  returns table (organization_id uuid, take_id uuid, object_key text)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select r.organization_id, r.take_id, r.object_key from replaced_recordings r where r.replaced_at < before $$;
revoke execute on function recordings_replaced_before(timestamptz) from public;
grant execute on function recordings_replaced_before(timestamptz) to fonema_app;

create or replace function takes_without_transcriber()
  returns table (organization_id uuid, take_id uuid, is_demonstration boolean, sha256 text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select r.organization_id, r.take_id, o.is_demonstration, coalesce(t.sent_sha256, t.sha256)
    from feature_results r
    join organizations o on o.id = r.organization_id
    join takes t on t.id = r.take_id
    where r.entry = 'transcript' and r.status = 'failed' and r.error = 'transcriber_unavailable'
  $$;

/* As before; takes its replaced recordings too. */
create or replace function erase_participant(person uuid) returns text[] language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  org constant uuid := current_organization();
  sessions uuid[];
  answers uuid[];
  spoken uuid[];
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
  archives := array(
    select takeout_id from takeout_participants where organization_id = org and participant_id = person
    union select id from takeouts where organization_id = org and participant_id = person);
  keys := array(
    select object_key from takes where id = any(spoken)
    union all select object_key from replaced_recordings where take_id = any(spoken)
    union all select object_key from files where organization_id = org and participant_id = person
    union all select object_key from takeouts where id = any(archives) and object_key is not null);
  erased := array[person::text] || sessions::text[] || answers::text[] || spoken::text[]
    || array(select id::text from transcripts where take_id = any(spoken))
    || array(select id::text from fluency_decisions where take_id = any(spoken))
    || array(select id::text from survey_responses where organization_id = org and participant_id = person)
    || array(select id::text from files where organization_id = org and participant_id = person);

  delete from fluency_decisions where take_id = any(spoken);
  delete from feature_results where take_id = any(spoken);
  delete from transcripts where take_id = any(spoken);
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
