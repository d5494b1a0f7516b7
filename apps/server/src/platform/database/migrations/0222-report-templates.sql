-- How an organisation's reports look. Reports copy what they print of a template, so a template may be changed or deleted.
create table report_templates (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null check (length(name) between 1 and 80),
  version int not null default 1 check (version >= 1),
  is_default boolean not null default false,
  settings jsonb not null,
  updated_at timestamptz not null
);
create unique index report_templates_name on report_templates (organization_id, lower(name));
create unique index on report_templates (organization_id) where is_default;

-- Logos by their hash: a report names the hash, so a logo stays as long as its organisation.
create table report_logos (
  organization_id uuid not null references organizations,
  sha256 text not null,
  width int not null,
  height int not null,
  bytes bytea not null check (length(bytes) <= 1048576),
  primary key (organization_id, sha256)
);
create trigger stays before update or delete on report_logos for each row execute function refuse_signed_change();
create trigger no_truncate before truncate on report_logos for each statement
  execute function refuse_report_truncate();

create table report_letterheads (
  id uuid primary key,
  organization_id uuid not null unique references organizations,
  lines text[] not null default '{}',
  logo_sha256 text,
  updated_at timestamptz not null,
  foreign key (organization_id, logo_sha256) references report_logos (organization_id, sha256)
);

alter table report_templates enable row level security;
create policy tenant on report_templates using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on report_templates to fonema_app;
alter table report_logos enable row level security;
create policy tenant on report_logos using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert on report_logos to fonema_app;
alter table report_letterheads enable row level security;
create policy tenant on report_letterheads using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on report_letterheads to fonema_app;
-- A letterhead's entry has the hash of its logo.
select audit_table('report_templates');
select audit_table('report_letterheads');
