-- Named sets of surveys and protocols, to assign together. What an examiner has stays in examiner_surveys and
-- examiner_protocols: a package is assigned when the examiner has all of it.

create table packages (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  surveys uuid[] not null,
  protocols uuid[] not null,
  -- New examiners who work in this language get the package; null: not a default.
  default_language text,
  created_at timestamptz not null,
  unique (organization_id, name),
  unique (organization_id, default_language)
);
alter table packages enable row level security;
create policy tenant on packages using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on packages to fonema_app;
select audit_table('packages');
