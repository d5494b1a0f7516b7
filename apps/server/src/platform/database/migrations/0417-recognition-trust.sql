-- What made a recogniser's transcript: the checksum of the model's files, and the settings it ran with.
alter table transcripts add column model_sha256 text check (model_sha256 ~ '^[0-9a-f]{64}$');
alter table transcripts add column settings jsonb not null default '{}';

-- From which confidence a recogniser's words are counted before a person confirms them. An organisation decides it for a
-- language and a kind of item, from the transcripts that its people confirmed.
create table recognition_trust (
  id uuid primary key,
  organization_id uuid not null references organizations,
  language text not null,
  category text not null,
  model_sha256 text not null check (model_sha256 ~ '^[0-9a-f]{64}$'),
  least_confidence double precision not null check (least_confidence between 0 and 1),
  -- How many confirmed transcripts it was decided from.
  transcripts int not null,
  user_id uuid not null,
  date_created timestamptz not null,
  unique (organization_id, language, category, model_sha256),
  foreign key (organization_id, user_id) references users (organization_id, id)
);
alter table recognition_trust enable row level security;
create policy tenant on recognition_trust using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on recognition_trust to fonema_app;
select audit_table('recognition_trust');
