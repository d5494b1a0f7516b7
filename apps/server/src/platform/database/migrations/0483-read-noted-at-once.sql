-- Notes a read unless the same person noted the same one in the last minutes, in one statement and one transaction.
create function note_read(
  org uuid, reader uuid, session uuid, examiner uuid, acting_mode text, read_subject text, object text,
  participant uuid, quiet_minutes int
) returns void language plpgsql as $$
begin
  perform set_config('app.organization_id', org::text, true);
  if exists (
    select from audit_entries
    where action = 'read' and session_id = session and subject = read_subject and object_id = object
      -- Reads during an impersonation are separate.
      and examiner_id is not distinct from examiner and mode is not distinct from acting_mode
      and at > clock_timestamp() - make_interval(mins => quiet_minutes)
  ) then
    return;
  end if;
  if participant is null then
    -- A call with only a session's id.
    select participant_id into participant from protocol_responses where id = object::uuid;
  end if;
  insert into audit_entries (
    organization_id, user_id, session_id, examiner_id, mode, action, subject, object_id, participant_id
  ) values (org, reader, session, examiner, acting_mode, 'read', read_subject, object, participant);
end $$;
