-- Failures that users reported: redacted before they come here.

create table server_error_reports (
  id uuid primary key,
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  error text not null,
  url text not null,
  method text not null,
  data text not null,
  user_comment text not null,
  date_created timestamptz not null
);
create index on server_error_reports (organization_id, id desc);
alter table server_error_reports enable row level security;
create policy tenant on server_error_reports using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert on server_error_reports to fonema_app;
