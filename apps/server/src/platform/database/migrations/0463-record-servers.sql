-- FHIR servers receive signed reports: endpoints of a second kind, with the queue, retries and dead list of webhooks.

-- Null: signed messages. Otherwise how to sign in there; the token or client secret is sealed in webhook_secrets.
alter table webhook_endpoints add column record_server jsonb,
  add constraint only_reports check (record_server is null or events = '{report.signed}');
drop trigger record_change on webhook_endpoints;
create trigger record_change
  after insert or delete or update of url, events, is_on, paused_at, secret_made_at, record_server
  on webhook_endpoints for each row execute function record_change();

/* Deliveries of the past are of no use, except reports that a record does not have yet. */
create or replace function forget_webhook_deliveries(before timestamptz) returns void language sql security definer
  set search_path = public, pg_temp
as $$
  delete from webhook_deliveries d using webhook_endpoints e
  where d.created_at < before and e.id = d.endpoint_id and (e.record_server is null or d.state = 'delivered')
$$;
