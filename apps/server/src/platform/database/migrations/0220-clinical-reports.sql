-- Reports about sessions. A draft fixes its inputs when it is made; a signed report never changes. An amendment is a row
-- of its own, with the same number and the next version.

create table clinical_reports (
  id uuid primary key,
  organization_id uuid not null references organizations,
  participant_id uuid not null,
  session_id uuid not null,
  examiner_id uuid not null,
  number text not null,
  version int not null check (version >= 1),
  replaces uuid references clinical_reports,
  reason text check (length(reason) between 1 and 1000),
  state text not null default 'draft' check (state in ('draft', 'signed', 'revoked')),
  language text not null check (language in ('es', 'en', 'pt', 'fr')),
  protocol text not null,
  session_day text not null,
  content_sha256 text not null,
  purpose text not null default '',
  impression text not null default '',
  recommendations text not null default '',
  -- Increases with each change of the texts.
  revision int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  signed_at timestamptz,
  signed_by uuid,
  signer_name text,
  signer_role text,
  signer_time_zone text,
  meaning text,
  pdf_sha256 text,
  json_sha256 text,
  revoked_at timestamptz,
  revoked_by uuid,
  unique (organization_id, number, version),
  unique (organization_id, id),
  foreign key (organization_id, participant_id) references participants (organization_id, id),
  -- Checked at the commit: an erasure deletes the sessions before the participant.
  foreign key (organization_id, session_id) references protocol_responses (organization_id, id)
    deferrable initially deferred,
  foreign key (organization_id, created_by) references users (organization_id, id),
  foreign key (organization_id, signed_by) references users (organization_id, id),
  check ((version = 1) = (replaces is null)),
  check ((reason is null) = (replaces is null)),
  check ((state = 'signed') = (signed_at is not null and signed_by is not null and signer_name is not null
    and signer_role is not null and signer_time_zone is not null and meaning is not null
    and pdf_sha256 is not null and json_sha256 is not null)),
  check ((state = 'revoked') = (revoked_at is not null and revoked_by is not null))
);
create index on clinical_reports (organization_id, participant_id, id desc);
-- One amendment at a time; a revoked one leaves the place to the next.
create unique index on clinical_reports (replaces) where state <> 'revoked';

-- What a draft was made from, as canonical JSON.
create table clinical_report_contents (
  report_id uuid primary key,
  organization_id uuid not null references organizations,
  content text not null,
  foreign key (organization_id, report_id) references clinical_reports (organization_id, id)
);

-- The signed file, and the same content as canonical JSON.
create table clinical_report_documents (
  report_id uuid primary key,
  organization_id uuid not null references organizations,
  pdf bytea not null,
  document text not null,
  foreign key (organization_id, report_id) references clinical_reports (organization_id, id)
);

-- The last number of a year. Numbers are never used again, also after an erasure.
create table clinical_report_numbers (
  organization_id uuid not null references organizations,
  year int not null,
  last int not null,
  primary key (organization_id, year)
);

create function refuse_signed_change() returns trigger language plpgsql as $$
begin
  if current_setting('app.erasing', true) = 'on' and tg_op = 'DELETE' then return old; end if;
  raise exception 'a signed report and the inputs of a report never change';
end $$;
-- A draft keeps what it was made from, and its number; a revoked one stays as it is.
create trigger signed_stays before update or delete on clinical_reports for each row
  when (old.state <> 'draft') execute function refuse_signed_change();
create trigger draft_stays before delete on clinical_reports for each row
  when (old.state = 'draft') execute function refuse_signed_change();
create trigger origin_stays before update on clinical_reports for each row
  when ((old.id, old.organization_id, old.participant_id, old.session_id, old.examiner_id, old.number, old.version,
      old.replaces, old.reason, old.language, old.protocol, old.session_day, old.content_sha256, old.created_at,
      old.created_by) is distinct from
    (new.id, new.organization_id, new.participant_id, new.session_id, new.examiner_id, new.number, new.version,
      new.replaces, new.reason, new.language, new.protocol, new.session_day, new.content_sha256, new.created_at,
      new.created_by))
  execute function refuse_signed_change();
create trigger stays before update or delete on clinical_report_contents for each row
  execute function refuse_signed_change();
create trigger stays before update or delete on clinical_report_documents for each row
  execute function refuse_signed_change();

create function refuse_report_truncate() returns trigger language plpgsql
  as $$ begin raise exception 'reports are not truncated'; end $$;
create trigger no_truncate before truncate on clinical_reports for each statement
  execute function refuse_report_truncate();
create trigger no_truncate before truncate on clinical_report_contents for each statement
  execute function refuse_report_truncate();
create trigger no_truncate before truncate on clinical_report_documents for each statement
  execute function refuse_report_truncate();

/* Erasing a participant erases the reports about them. */
create function erase_clinical_reports() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  written uuid[];
begin
  written := array(select id from clinical_reports
    where organization_id = old.organization_id and participant_id = old.id);
  perform set_config('app.erasing', 'on', true);
  delete from clinical_report_documents where report_id = any(written);
  delete from clinical_report_contents where report_id = any(written);
  delete from clinical_reports where id = any(written);
  perform set_config('app.erasing', '', true);
  return old;
end $$;
create trigger erase_clinical_reports before delete on participants for each row
  execute function erase_clinical_reports();

alter table clinical_reports enable row level security;
create policy tenant on clinical_reports using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on clinical_reports to fonema_app;
alter table clinical_report_contents enable row level security;
create policy tenant on clinical_report_contents using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert on clinical_report_contents to fonema_app;
alter table clinical_report_documents enable row level security;
create policy tenant on clinical_report_documents using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert on clinical_report_documents to fonema_app;
alter table clinical_report_numbers enable row level security;
create policy tenant on clinical_report_numbers using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on clinical_report_numbers to fonema_app;
-- The row of a report holds the hashes of its content and file, so these need no entries of their own.
select audit_table('clinical_reports');
