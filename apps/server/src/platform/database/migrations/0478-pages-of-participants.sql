-- An examiner's participants in the order of their list, so that a page of it reads its own rows alone.
drop index participants_examiner;
create index participants_examiner on participants (organization_id, examiner_id, created_at desc, id desc);
create index participants_active on participants (organization_id, examiner_id, active, created_at desc, id desc);
