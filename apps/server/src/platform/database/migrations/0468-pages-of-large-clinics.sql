-- The newest entries of one clinic. With a key of the id alone, the database walked through the entries of all clinics
-- to find them.
alter table audit_seals drop constraint audit_seals_entry_id_fkey;
alter table audit_unsealed_entries drop constraint audit_unsealed_entries_entry_id_fkey;
alter table audit_entries drop constraint audit_entries_pkey, add primary key (organization_id, id);
alter table audit_seals add foreign key (organization_id, entry_id) references audit_entries (organization_id, id);
alter table audit_unsealed_entries
  add foreign key (organization_id, entry_id) references audit_entries (organization_id, id);
drop index audit_entries_organization_id_id_idx;

-- The managers' events: what was done with participants, sessions and surveys.
create index audit_entries_events on audit_entries (organization_id, id)
  where subject in ('participants', 'protocol_responses', 'survey_responses') and action <> 'read';

-- The agenda and takeouts: what was made in a stretch of time.
create index protocol_responses_made on protocol_responses (organization_id, date_created, id);
create index survey_responses_made on survey_responses (organization_id, date_created, id);
