-- Surveys that an organisation builds itself, like its protocols (0340). A published version never changes.

create function refuse_published_survey() returns trigger language plpgsql
  as $$ begin raise exception 'a published survey never changes'; end $$;
create trigger published_stays before update or delete on surveys for each row
  when (old.organization_id is not null) execute function refuse_published_survey();

create table survey_drafts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  key text not null check (length(key) between 1 and 80),
  -- Increases with each change of the content.
  revision integer not null default 1,
  -- The newest published version, and the revision that it was made of.
  version integer,
  published_revision integer,
  retired_at timestamptz,
  created_by uuid not null,
  updated_by uuid not null,
  date_created timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, key),
  unique (organization_id, id),
  foreign key (organization_id, created_by) references users (organization_id, id),
  foreign key (organization_id, updated_by) references users (organization_id, id),
  check ((version is null) = (published_revision is null)),
  check (retired_at is null or version is not null)
);
create index on survey_drafts (organization_id, updated_at desc);
alter table survey_drafts enable row level security;
create policy tenant on survey_drafts using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on survey_drafts to fonema_app;
select audit_table('survey_drafts');

-- Apart from the draft, so that the trail does not copy it at each change.
create table survey_draft_contents (
  draft_id uuid primary key,
  organization_id uuid not null,
  content jsonb not null,
  foreign key (organization_id, draft_id) references survey_drafts (organization_id, id) on delete cascade
);
alter table survey_draft_contents enable row level security;
create policy tenant on survey_draft_contents using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on survey_draft_contents to fonema_app;
