-- Launches from health records (SMART App Launch): participants are opened from there.

create table ehrs (
  id uuid primary key,
  organization_id uuid not null,
  -- Whose id tokens count: the same people as in sign-ins.
  provider_id uuid not null,
  name text not null,
  iss text not null,
  client_id text not null,
  code_system text not null default '',
  is_on boolean not null default true,
  created_at timestamptz not null,
  unique (organization_id, id),
  unique (organization_id, name),
  foreign key (organization_id, provider_id) references identity_providers (organization_id, id) on delete cascade
);
create index on ehrs (provider_id);
select audit_table('ehrs');

-- The client's secret, sealed; without a row the client is public. Apart, so that the audit log has no copy.
create table ehr_secrets (
  ehr_id uuid primary key,
  organization_id uuid not null,
  sealed_secret bytea not null,
  foreign key (organization_id, ehr_id) references ehrs (organization_id, id) on delete cascade
);

-- Which participant a patient of a health record is. A person said so.
create table ehr_patients (
  ehr_id uuid not null,
  organization_id uuid not null,
  patient_id text not null,
  participant_id uuid not null references participants on delete cascade,
  created_at timestamptz not null,
  primary key (ehr_id, patient_id),
  unique (ehr_id, participant_id),
  foreign key (organization_id, ehr_id) references ehrs (organization_id, id) on delete cascade
);
create index on ehr_patients (participant_id);

-- What a health record said about a patient, until the examiner has signed in and confirmed it. Sealed.
create table ehr_arrivals (
  hash bytea primary key,
  organization_id uuid not null,
  ehr_id uuid not null,
  -- Who was launched for: nobody else opens it.
  subject text not null,
  sealed bytea not null,
  expires_at timestamptz not null,
  foreign key (organization_id, ehr_id) references ehrs (organization_id, id) on delete cascade
);

-- Launches that ended in a sign-in: each is valid once.
create table ehr_launches (
  ehr_id uuid not null,
  hash bytea not null,
  organization_id uuid not null,
  expires_at timestamptz not null,
  primary key (ehr_id, hash),
  foreign key (organization_id, ehr_id) references ehrs (organization_id, id) on delete cascade
);

alter table provider_flows drop constraint provider_flows_purpose_check,
  add constraint provider_flows_purpose_check check (purpose in ('sign_in', 'signature', 'launch')),
  add column ehr_id uuid references ehrs on delete cascade,
  add column launch_hash bytea,
  add constraint launch_of_ehr check ((purpose = 'launch') = (ehr_id is not null));

do $$
declare
  tenant text;
begin
  foreach tenant in array array['ehrs', 'ehr_secrets', 'ehr_patients', 'ehr_arrivals', 'ehr_launches']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;
grant select, insert, update, delete on ehrs, ehr_secrets, ehr_patients, ehr_arrivals, ehr_launches to fonema_app;

/* The organisation of a health record: a browser comes without a session. */
create function ehr_organization(ehr uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select e.organization_id from ehrs e join identity_providers p on p.id = e.provider_id and p.is_on
    where e.id = ehr and e.is_on
  $$;
revoke execute on function ehr_organization(uuid) from public;
grant execute on function ehr_organization(uuid) to fonema_app;
