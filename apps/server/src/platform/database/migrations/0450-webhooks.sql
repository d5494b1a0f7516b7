-- Webhooks: addresses of other systems, what is sent to them, and how that went.

create table webhook_endpoints (
  id uuid primary key,
  organization_id uuid not null references organizations,
  url text not null,
  events text[] not null,
  -- A manager turned it off: events of that time are not kept.
  is_on boolean not null default true,
  -- Since when every attempt has failed; null: the last one succeeded, or there was none.
  failing_since timestamptz,
  -- When failures paused it; null: not paused. Events of that time wait.
  paused_at timestamptz,
  secret_made_at timestamptz not null,
  created_at timestamptz not null,
  unique (organization_id, id)
);
create index on webhook_endpoints (organization_id);
-- Sealed with a key that the database does not have. Not columns of the table above, whose changes the audit log copies.
create table webhook_secrets (
  endpoint_id uuid primary key,
  organization_id uuid not null,
  sealed bytea not null,
  -- After a rotation the earlier secret signs too, until then.
  earlier_sealed bytea,
  earlier_until timestamptz,
  foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, id) on delete cascade
);
create table webhook_deliveries (
  -- The `webhook-id` of every attempt.
  id uuid primary key,
  organization_id uuid not null,
  endpoint_id uuid not null,
  event text not null,
  -- Ids only, never names or values.
  data jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
  attempts int not null default 0,
  -- The end of the retries is counted from here; null: no attempt yet.
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  -- Null: at once.
  next_attempt_at timestamptz,
  -- A worker is sending it. After this time another one may.
  claimed_until timestamptz,
  failure text,
  answer_status int,
  answer_text text,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, id) on delete cascade
);
create index on webhook_deliveries (endpoint_id, created_at desc, id);
create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'pending';
create index webhook_deliveries_dead on webhook_deliveries (endpoint_id) where state = 'dead';

-- For which takes of a session its results were reported as ready. Later versions of a measure are not news.
create table reported_results (
  protocol_response_id uuid not null references protocol_responses on delete cascade,
  organization_id uuid not null,
  takes text not null,
  primary key (protocol_response_id, takes)
);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['webhook_endpoints', 'webhook_secrets', 'webhook_deliveries', 'reported_results']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;
grant select, insert, update, delete on webhook_endpoints, webhook_secrets to fonema_app;
grant select, insert, update, delete on webhook_deliveries to fonema_app;
create trigger record_change after insert or delete or update of url, events, is_on, paused_at, secret_made_at
  on webhook_endpoints for each row execute function record_change();

/* Queues an event for each endpoint that wants it, in the transaction of the event: neither exists without the other. */
create function queue_webhooks(org uuid, event_name text, ids jsonb) returns void language sql security definer
  set search_path = public, pg_temp
as $$
  insert into webhook_deliveries (id, organization_id, endpoint_id, event, data)
  select gen_random_uuid(), org, e.id, event_name, ids from webhook_endpoints e
  where e.organization_id = org and e.is_on and event_name = any (e.events)
$$;
revoke execute on function queue_webhooks(uuid, text, jsonb) from public;

/* Triggers, like those of the audit log: no way to change a row can forget the event. */
create function session_completed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if not exists (select from protocols p where p.id = new.protocol_id and p.is_practice) then
    perform queue_webhooks(new.organization_id, 'session.completed',
      jsonb_build_object('participant_id', new.participant_id, 'session_id', new.id));
  end if;
  return null;
end $$;
create trigger session_completed after update of completed_at on protocol_responses for each row
  when (old.completed_at is null and new.completed_at is not null) execute function session_completed();

create function report_signed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform queue_webhooks(new.organization_id, 'report.signed', jsonb_build_object(
    'participant_id', new.participant_id, 'session_id', new.session_id, 'report_id', new.id));
  return null;
end $$;
create trigger report_signed after update of state on clinical_reports for each row
  when (old.state <> 'signed' and new.state = 'signed') execute function report_signed();

create function participant_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform queue_webhooks(old.organization_id,
    case tg_op when 'DELETE' then 'participant.erased' else 'consent.withdrawn' end,
    jsonb_build_object('participant_id', old.id));
  return null;
end $$;
create trigger participant_erased after delete on participants for each row execute function participant_changed();
create trigger consent_withdrawn after update of consent_research on participants for each row
  when (old.consent_research and not new.consent_research) execute function participant_changed();

/* Queues `results.ready` when the session is complete and none of its counting takes waits for a measure. */
create function report_results(session uuid) returns void language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  person uuid;
  org uuid;
  counting text;
  added int;
begin
  -- Two workers may end the last two measures at once: the second one waits here for the first one's commit. This runs at
  -- the end of a transaction, so nothing is locked after it.
  perform pg_advisory_xact_lock(hashtextextended('results ' || session, 0));
  select r.participant_id, r.organization_id into person, org
    from protocol_responses r join protocols p on p.id = r.protocol_id
    where r.id = session and r.completed_at is not null and not p.is_practice;
  if person is null then return; end if;
  if exists (
    select from item_responses i join takes t on t.item_response_id = i.id and t.counts
      join feature_results f on f.take_id = t.id
    where i.protocol_response_id = session and f.status = 'pending'
  ) then return; end if;
  counting := counting_takes(session);
  insert into reported_results values (session, org, counting) on conflict do nothing;
  get diagnostics added = row_count;
  if added > 0 then
    perform queue_webhooks(org, 'results.ready', jsonb_build_object('participant_id', person, 'session_id', session));
  end if;
end $$;
revoke execute on function report_results(uuid) from public;

/* Which takes count in a session, as one value. */
create function counting_takes(session uuid) returns text language sql stable security definer
  set search_path = public, pg_temp
as $$
  select md5(coalesce(string_agg(t.id::text, ' ' order by t.id), ''))
  from item_responses i join takes t on t.item_response_id = i.id and t.counts
  where i.protocol_response_id = session
$$;
revoke execute on function counting_takes(uuid) from public;

create function results_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_table_name = 'protocol_responses' then
    perform report_results(new.id);
  else
    perform report_results(i.protocol_response_id)
      from takes t join item_responses i on i.id = t.item_response_id where t.id = new.take_id;
  end if;
  return null;
end $$;
create constraint trigger results_ready after update on feature_results deferrable initially deferred for each row
  when (old.status = 'pending' and new.status <> 'pending') execute function results_changed();
create constraint trigger results_ready after update on protocol_responses deferrable initially deferred for each row
  when (old.completed_at is null and new.completed_at is not null) execute function results_changed();

-- Sessions before this release are not news either.
insert into reported_results
  select r.id, r.organization_id, counting_takes(r.id) from protocol_responses r where r.completed_at is not null;

/* Takes deliveries that are due, for a worker, of all organisations: at most so many, and of each endpoint, whose
   receiver may hang, at most `most_each` at a time. A time that lies too far ahead was stored before the clock was set back. */
create function claim_webhook_deliveries(at timestamptz, lease interval, most int, most_each int)
  returns table (id uuid, organization_id uuid) language plpgsql security definer
  set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    with due as (
      select d.id, row_number() over (partition by d.endpoint_id order by d.next_attempt_at nulls first, d.created_at)
        + (select count(*) from webhook_deliveries o where o.endpoint_id = d.endpoint_id and o.state = 'pending'
            and o.claimed_until > at and o.claimed_until <= at + lease) as place
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id and e.is_on and e.paused_at is null
      where d.state = 'pending'
        and (d.claimed_until is null or d.claimed_until <= at or d.claimed_until > at + lease)
        and (d.next_attempt_at is null or d.next_attempt_at <= at or d.next_attempt_at > at + interval '1 day')
    ), taken as (
      select w.id from webhook_deliveries w
      where w.id in (select due.id from due where due.place <= most_each order by due.place limit most)
        and (w.claimed_until is null or w.claimed_until <= at or w.claimed_until > at + lease)
      for update skip locked
    )
    update webhook_deliveries w set claimed_until = at + lease, attempts = w.attempts + 1, last_attempt_at = at,
      first_attempt_at = coalesce(w.first_attempt_at, at)
    from taken where w.id = taken.id
    returning w.id, w.organization_id;
end $$;
revoke execute on function claim_webhook_deliveries(timestamptz, interval, int, int) from public;
grant execute on function claim_webhook_deliveries(timestamptz, interval, int, int) to fonema_app;

/* For the metrics. */
create function count_webhook_deliveries() returns table (state text, count bigint) language sql stable
  security definer set search_path = public, pg_temp
as $$
  select s.state, (select count(*) from webhook_deliveries d where d.state = s.state)
  from (values ('pending'), ('dead')) s (state)
$$;
revoke execute on function count_webhook_deliveries() from public;
grant execute on function count_webhook_deliveries() to fonema_app;

/* Deliveries of the past are of no use. Paused ones may wait as long. */
create function forget_webhook_deliveries(before timestamptz) returns void language sql security definer
  set search_path = public, pg_temp
as $$ delete from webhook_deliveries where created_at < before $$;
revoke execute on function forget_webhook_deliveries(timestamptz) from public;
grant execute on function forget_webhook_deliveries(timestamptz) to fonema_app;
