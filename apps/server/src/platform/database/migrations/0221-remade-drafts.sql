-- A draft is made again when what it rests on changed, with the same number and the typed texts. Its content, with the
-- hash, the protocol's name and the day, may then change; `signed_stays` still refuses every change of a signed report.

drop trigger origin_stays on clinical_reports;
create trigger origin_stays before update on clinical_reports for each row
  when ((old.id, old.organization_id, old.participant_id, old.session_id, old.examiner_id, old.number, old.version,
      old.replaces, old.reason, old.language, old.created_at, old.created_by) is distinct from
    (new.id, new.organization_id, new.participant_id, new.session_id, new.examiner_id, new.number, new.version,
      new.replaces, new.reason, new.language, new.created_at, new.created_by))
  execute function refuse_signed_change();

create function refuse_content_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.erasing', true) = 'on' then return old; end if;
  if tg_op = 'UPDATE' and (new.report_id, new.organization_id) = (old.report_id, old.organization_id)
    and exists (select from clinical_reports where id = old.report_id and state = 'draft') then return new; end if;
  raise exception 'a signed report and the inputs of a report never change';
end $$;
drop trigger stays on clinical_report_contents;
create trigger stays before update or delete on clinical_report_contents for each row
  execute function refuse_content_change();
grant update on clinical_report_contents to fonema_app;
