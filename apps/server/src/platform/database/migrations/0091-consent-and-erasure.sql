-- What a participant agreed to, and how everything of one of them is erased while the trail stays whole.

alter table participants add column if not exists consent_research boolean not null default false;
alter table participants add column if not exists retain_until date;

create index on audit_entries (organization_id, participant_id) where participant_id is not null;
create index on audit_entries (organization_id, object_id);
-- Whether somebody is still reading what they read a moment ago.
create index audit_entries_readings on audit_entries (session_id, object_id, at desc) where action = 'read';

/* The trail is append-only, but for one thing: erasing a participant empties the values of their entries. Who did what,
   when and to which object stays, and so does the chain, whose links cover a digest of the values. */
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
declare
  emptied constant text[] := array['old', 'new', 'participant_id'];
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entries' then
    if current_setting('app.erasing', true) = 'on' and new.old is null and new.new is null
      and to_jsonb(new) - emptied = to_jsonb(old) - emptied
    then
      return new;
    end if;
  end if;
  raise exception 'the audit trail is append-only';
end $$;

/* Erases everything of a participant: rows, answers kept for repeats, values in the trail, archives that hold something
   of them. Gives the keys of the objects whose bytes are to go, or null when there is no such participant. It runs as its
   owner, because the runtime role deletes no recordings. */
create function erase_participant(person uuid) returns text[] language plpgsql security definer
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
    union all select object_key from files where organization_id = org and participant_id = person
    union all select object_key from takeouts where id = any(archives) and object_key is not null);
  erased := array[person::text] || sessions::text[] || answers::text[] || spoken::text[]
    || array(select id::text from transcripts where take_id = any(spoken))
    || array(select id::text from survey_responses where organization_id = org and participant_id = person)
    || array(select id::text from files where organization_id = org and participant_id = person);

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
revoke execute on function erase_participant(uuid) from public;
grant execute on function erase_participant(uuid) to fonema_app;
