-- Whether the recogniser is calibrated for the speaker, so that its words may be counted before a person confirms them.
alter table transcripts add column is_calibrated boolean not null default false;
-- So far only one is: the demonstration's, for the demonstration's own recordings.
update transcripts t set is_calibrated = true
  from takes, organizations o
  where takes.id = t.take_id and o.id = t.organization_id and o.is_demonstration and t.model = 'demonstration'
    and takes.settings ->> 'device_label' = 'synthetic voice';

-- The audio's hash says which recordings are the demonstration's own: its recogniser reads no others.
drop function takes_without_transcriber();
create function takes_without_transcriber()
  returns table (organization_id uuid, take_id uuid, is_demonstration boolean, sha256 text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select r.organization_id, r.take_id, o.is_demonstration, t.sha256
    from feature_results r
    join organizations o on o.id = r.organization_id
    join takes t on t.id = r.take_id
    where r.entry = 'transcript' and r.status = 'failed' and r.error = 'transcriber_unavailable'
  $$;
