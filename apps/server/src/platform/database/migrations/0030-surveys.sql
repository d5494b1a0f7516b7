-- Surveys are reference data like protocols; their filled copies belong to an organisation.

create table surveys (
  id uuid primary key,
  key text not null,
  wording_version integer not null,
  locale_id uuid not null references locales,
  name text not null,
  description text not null,
  licence text not null,
  source text not null,
  -- Sections with fields, sums and alerts, as the content file has them.
  definition jsonb not null,
  unique (key, wording_version, locale_id)
);

create table organization_surveys (
  organization_id uuid not null references organizations,
  survey_id uuid not null references surveys,
  primary key (organization_id, survey_id)
);

create table examiner_surveys (
  organization_id uuid not null,
  examiner_id uuid not null,
  survey_id uuid not null,
  primary key (examiner_id, survey_id),
  foreign key (organization_id, examiner_id) references examiners (organization_id, id) on delete cascade,
  foreign key (organization_id, survey_id) references organization_surveys (organization_id, survey_id) on delete cascade
);

create table survey_responses (
  id uuid primary key,
  organization_id uuid not null references organizations,
  participant_id uuid not null,
  survey_id uuid not null references surveys,
  examiner_id uuid not null,
  created_by uuid not null references users,
  date_created timestamptz not null,
  active boolean not null default true,
  -- Values by field name, checked when they were stored.
  answers jsonb not null,
  unique (organization_id, id),
  foreign key (organization_id, participant_id) references participants (organization_id, id),
  foreign key (organization_id, examiner_id) references examiners (organization_id, id)
);
create index on survey_responses (organization_id, participant_id, id desc);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['organization_surveys', 'examiner_surveys', 'survey_responses']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;

grant select on surveys to fonema_app;
grant select, insert, update on survey_responses to fonema_app;
grant select, insert, update, delete on organization_surveys, examiner_surveys to fonema_app;
