-- What examiners decided about words that no list knows: the organisation remembers it. A repetition repeats a word of
-- one take, so it is remembered for that take, unless it is of the family of a word that the decision names.
create table fluency_decisions (
  id uuid primary key,
  organization_id uuid not null references organizations,
  language text not null,
  -- The list of the task, or "letter".
  task text not null,
  word text not null check (length(word) between 1 and 100),
  -- The earlier word to whose family it may belong, or "".
  beside text not null check (length(beside) <= 100),
  take_id uuid,
  choice text not null check (choice in ('count', 'repetition', 'intrusion')),
  user_id uuid not null,
  date_created timestamptz not null,
  unique nulls not distinct (organization_id, language, task, word, beside, take_id),
  check ((take_id is not null) = (choice = 'repetition' and beside = '')),
  foreign key (organization_id, take_id) references takes (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id)
);
create index on fluency_decisions (take_id) where take_id is not null;
alter table fluency_decisions enable row level security;
create policy tenant on fluency_decisions using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on fluency_decisions to fonema_app;
select audit_table('fluency_decisions');

/* As in 0091, with the decisions about a participant's takes. */
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
