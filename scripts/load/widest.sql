-- Gives the participant P-1 many sessions, surveys and files. Every participant is old enough to be erased, and belongs
-- to a population defined by a rule.
update protocol_responses set participant_id = (select id from participants where code = 'P-1')
where id in (select id from protocol_responses order by id desc limit (select count(*) from protocol_responses) / 125);

insert into survey_responses (id, organization_id, participant_id, survey_id, examiner_id, created_by, date_created, answers)
select gen_random_uuid(), p.organization_id, p.id, s.survey_id, p.examiner_id, p.created_by, now(), '{}'
from participants p
cross join (select survey_id from organization_surveys limit 1) s
cross join generate_series(1, (select count(*)::int from protocol_responses) / 125)
where p.code = 'P-1';

insert into files (id, organization_id, participant_id, filename, content_type, size_bytes, sha256, object_key,
  date_created, created_by)
select gen_random_uuid(), organization_id, id, 'informe ' || n || '.pdf', 'application/pdf', 1, md5(n::text), n::text, now(),
  created_by
from participants cross join generate_series(1, (select count(*)::int from protocol_responses) / 125) n
where code = 'P-1';

update participants set consent_research = true, retain_until = date '2000-01-01';
