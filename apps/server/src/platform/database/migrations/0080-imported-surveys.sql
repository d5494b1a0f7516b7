-- An organisation's own surveys, beside those that ship; nobody else sees them.

alter table surveys
  add column organization_id uuid references organizations,
  drop constraint surveys_key_wording_version_locale_id_key,
  add unique nulls not distinct (organization_id, key, wording_version, locale_id);

alter table surveys enable row level security;
create policy readable on surveys for select
  using (organization_id is null or organization_id = current_organization());
create policy own on surveys for insert with check (organization_id = current_organization());
grant insert on surveys to fonema_app;

-- What ships is in the repository's history; what a clinic brings in is in its trail.
create trigger record_change after insert on surveys for each row when (new.organization_id is not null)
  execute function record_change();
