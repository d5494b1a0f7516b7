-- The certificate with which an organisation signs the files of its reports.

create table organization_certificates (
  id uuid primary key,
  organization_id uuid not null unique references organizations,
  subject text not null,
  issuer text not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  -- Of the certificate, in hexadecimal digits.
  sha256 text not null,
  stored_at timestamptz not null,
  unique (organization_id, id)
);
-- The PKCS#12 file and its password, encrypted with a key that the database does not have. Not a column of the table
-- above, whose changes the audit log copies.
create table organization_certificate_keys (
  certificate_id uuid primary key,
  organization_id uuid not null references organizations,
  sealed bytea not null,
  foreign key (organization_id, certificate_id) references organization_certificates (organization_id, id)
    on delete cascade
);

alter table organization_certificates enable row level security;
create policy tenant on organization_certificates using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, delete on organization_certificates to fonema_app;
alter table organization_certificate_keys enable row level security;
create policy tenant on organization_certificate_keys using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert on organization_certificate_keys to fonema_app;
select audit_table('organization_certificates');

-- With which certificate the file of a report was signed; null: the file has no signature of its own.
alter table clinical_reports
  add column certificate_subject text,
  add column certificate_sha256 text,
  add check ((certificate_subject is null) = (certificate_sha256 is null)),
  add check (certificate_sha256 is null or state = 'signed');
