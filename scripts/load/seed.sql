-- Fills the clinics of the temporary table `clinic` with people, participants, sessions, items, results, audit entries.

-- Ids like those of the product: in the order of time.
create function pg_temp.id_at(at timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid
$$;

create temp table clinician as
select clinic.id as organization_id, place, gen_random_uuid() as user_id, gen_random_uuid() as examiner_id,
  'clinician-' || number || '-' || place || '@load.example' as email
from clinic cross join lateral generate_series(1, clinicians) place;
create index on clinician (organization_id, place);

insert into users (id, organization_id, first_name, last_name, email, locale_id, created_at)
select user_id, organization_id, 'Clara', 'Clinician ' || place, email, (select id from locales where code = 'es-ES'), now()
from clinician;
insert into credentials (user_id, organization_id, email_key, password_hash)
select user_id, organization_id, email, (select password_hash from credentials limit 1) from clinician;
insert into examiners (id, organization_id, user_id) select examiner_id, organization_id, user_id from clinician;
insert into examiner_protocols (organization_id, examiner_id, protocol_id)
select organization_id, examiner_id, protocol_id from clinician join organization_protocols using (organization_id);
insert into examiner_surveys (organization_id, examiner_id, survey_id)
select organization_id, examiner_id, survey_id from clinician join organization_surveys using (organization_id);

-- A tenth of the participants belongs to the first clinician, the others share the rest.
create temp table patient as
select pg_temp.id_at(at) as id, at, n, c.*
from clinic
cross join lateral generate_series(1, participants) n
cross join lateral (select now() - interval '1 year' * (1 - n / participants::float) as at) time
join clinician c on c.organization_id = clinic.id
  and c.place = case when n <= participants / 10 then 1 else 1 + n % clinicians end;
create index on patient (organization_id, n);

insert into participants (id, organization_id, examiner_id, code, first_name, last_name, birthday, sex, education_years,
  diagnose, locale_id, phone, country, created_at, created_by)
select id, organization_id, examiner_id, 'P-' || n, 'Nombre ' || n, 'Apellido ' || n, date '1940-01-01' + n % 20000,
  case when n % 2 = 0 then 'f' else 'm' end, n % 20, 'G20 Parkinson', (select id from locales where code = 'es-ES'),
  '+5491155550000', 'AR', at, user_id
from patient;

create temp table task as
select i.id, i.position, i.protocol_id, c.name as category
from protocol_items i join item_categories c on c.id = i.category_id
where protocol_id = (
  select p.id from protocols p join locales l on l.id = p.locale_id
  where l.code = 'es-ES' and not p.is_practice and (select count(*) from protocol_items where protocol_id = p.id) = 4
  order by p.id limit 1
);

create temp table session as
select pg_temp.id_at(made) as id, patient.id as participant_id, made, organization_id, examiner_id, user_id
from clinic
cross join lateral generate_series(1, items / 4) s
join patient on patient.organization_id = clinic.id and patient.n = 1 + s % participants
cross join lateral (select patient.at + (now() - patient.at) * (s * 4.0 / items) as made) time;
insert into protocol_responses (id, organization_id, participant_id, protocol_id, examiner_id, created_by, date_created,
  completed_at)
select id, organization_id, participant_id, (select protocol_id from task limit 1), examiner_id, user_id, made,
  made + interval '10 minutes'
from session;

create temp table item as
select gen_random_uuid() as answer_id, gen_random_uuid() as take_id, session.*, task.id as item_id, category,
  made + interval '1 minute' * position as at
from session cross join task;
insert into item_responses (id, organization_id, protocol_response_id, protocol_item_id, answered_at, answered_by)
select answer_id, organization_id, id, item_id, at, user_id from item;
insert into takes (id, organization_id, item_response_id, take, sent_take, object_key, sha256, size_bytes, content_type,
  sample_rate_hz, total_seconds, window_start, window_end, settings, gaps, quality, counts, recorded_at, stored_at,
  recorded_by)
select take_id, organization_id, answer_id, 1, 1, organization_id || '/takes/' || take_id || '.wav',
  md5(take_id::text) || md5(answer_id::text), 800044, 'audio/wav', 16000, 25, 0.5, 24.5, '{}', '[]',
  '{"snr_db": 31.2, "clipped_ratio": 0, "peak_dbfs": -6.1, "rms_dbfs": -23.4, "sample_rate": 16000, "verdict": "good", "reasons": []}',
  true, at, at, user_id
from item;
insert into feature_results (id, organization_id, take_id, entry, function_version, status, scores, updated_at)
select gen_random_uuid(), organization_id, take_id, kind.entry, version, 'ready', scores, at
from (select *, floor(random() * 50)::int as variant from item) item join kind using (category, variant);

-- The audit entries that the product would have written: who created each of these rows, and the seals.
insert into audit_entries (organization_id, at, user_id, examiner_id, action, subject, object_id, participant_id, new)
select organization_id, at, user_id, examiner_id, 'create', subject, object_id::text, participant_id, to_jsonb(item)
from item cross join lateral (values ('item_responses', answer_id), ('takes', take_id)) written (subject, object_id)
order by at;
insert into audit_entries (organization_id, at, user_id, examiner_id, action, subject, object_id, participant_id, new)
select organization_id, made, user_id, examiner_id, 'create', 'protocol_responses', id::text, participant_id,
  to_jsonb(session)
from session;
insert into audit_seals (organization_id, position, entry_id, mac, chain)
select organization_id, row_number() over (partition by organization_id order by id), id, '\x00', '\x00'
from audit_entries
on conflict do nothing;
truncate audit_unsealed_entries;
