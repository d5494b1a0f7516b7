-- Files about a participant. The bytes lie in the object store under a key that says nothing of their name.

create table files (
  id uuid primary key,
  organization_id uuid not null references organizations,
  participant_id uuid not null,
  filename text not null,
  label text,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  object_key text not null unique,
  date_created timestamptz not null,
  created_by uuid not null references users,
  unique (organization_id, id),
  foreign key (organization_id, participant_id) references participants (organization_id, id)
);
create index on files (organization_id, participant_id, id desc);

alter table files enable row level security;
create policy tenant on files using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, delete on files to fonema_app;
