-- What counts as an answer of a fluency item.
alter table protocol_items add column fluency jsonb;

-- What was said in a take. The first version is the recogniser's, or typed where there is none; a correction is the
-- next version, and no version is ever changed.
create table transcripts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  take_id uuid not null,
  version integer not null check (version >= 1),
  text text not null,
  -- Words and segments with their times in seconds from the start of the marked window; null where no time is known.
  words jsonb not null,
  segments jsonb not null,
  engine text not null check (engine in ('sherpa', 'http', 'typed')),
  model text,
  -- How many words the model knows at all, when they are few.
  model_words integer,
  author_id uuid,
  based_on integer,
  -- From the first sound to the last, and without pauses; null until somebody has read the audio.
  speech_span_s double precision,
  phonation_s double precision,
  created_at timestamptz not null,
  unique (take_id, version),
  foreign key (organization_id, take_id) references takes (organization_id, id),
  foreign key (organization_id, author_id) references users (organization_id, id)
);

alter table transcripts enable row level security;
create policy tenant on transcripts using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on transcripts to fonema_app;

/* Takes whose transcript waits for a recogniser, of every organisation: a worker that gets one does not know whose
   they are. */
create function takes_without_transcriber() returns table (organization_id uuid, take_id uuid, is_demonstration boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select r.organization_id, r.take_id, o.is_demonstration
    from feature_results r join organizations o on o.id = r.organization_id
    where r.entry = 'transcript' and r.status = 'failed' and r.error = 'transcriber_unavailable'
  $$;
