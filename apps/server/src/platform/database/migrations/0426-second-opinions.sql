-- A person transcribes a take whose words somebody else corrected, without seeing those: blind. It begins with the
-- recogniser's words. Afterwards both are compared, and somebody settles what counts.
create table second_opinions (
  id uuid primary key,
  organization_id uuid not null references organizations,
  take_id uuid not null,
  user_id uuid not null,
  -- The version of the other person that it is compared with.
  first_version int not null,
  -- Their words; null until they have finished.
  words jsonb check (jsonb_typeof(words) = 'array'),
  date_created timestamptz not null,
  finished_at timestamptz,
  -- The version that was made of both, and who decided; null: it is not settled.
  settled_version int,
  settled_by uuid,
  check ((finished_at is null) = (words is null)),
  check ((settled_version is null) = (settled_by is null)),
  -- Whoever has seen the other words once is not blind any more.
  unique (take_id, user_id),
  foreign key (organization_id, take_id) references takes (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id),
  foreign key (organization_id, settled_by) references users (organization_id, id)
);
alter table second_opinions enable row level security;
create policy tenant on second_opinions using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on second_opinions to fonema_app;
select audit_table('second_opinions');
create trigger erase_second_opinions before delete on takes for each row
  execute function erase_with_take('second_opinions');

create function acting_user() returns uuid language sql stable
  as $$ select (nullif(current_setting('app.actor', true), '')::jsonb ->> 'user_id')::uuid $$;

/* The takes whose words the acting person must not see yet. */
create function blind_takes() returns setof uuid language sql stable
  as $$ select take_id from second_opinions where user_id = acting_user() and finished_at is null $$;

-- No call returns what others typed, and no result made of it: the rows do not exist for the person.
create policy blind on transcripts as restrictive for select
  using (engine <> 'typed' or take_id not in (select blind_takes()));
create policy blind on feature_results as restrictive for select
  using (
    entry not in ('transcript', 'lexical', 'fluency', 'content_units', 'reading_alignment')
    or take_id not in (select blind_takes())
  );
-- Nor does the log, which has the words of each version.
create policy blind on audit_entries as restrictive for select
  using (
    subject <> 'transcripts'
    or coalesce(new ->> 'take_id', old ->> 'take_id', '') not in (select blind_takes()::text)
  );
