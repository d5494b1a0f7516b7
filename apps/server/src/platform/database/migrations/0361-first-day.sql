-- Clinics that already work need no list for the first day.

update organizations o set settings = settings || '{"first_day_dismissed": true}'
  where exists (select from protocol_responses r where r.organization_id = o.id and r.completed_at is not null);
