-- Measuring stored recordings again, as a campaign of an organisation. What is still to be done is the takes themselves,
-- from the newest down to where the campaign is; only those in the queue have a row here.

create table measuring_campaigns (
  id uuid primary key,
  organization_id uuid not null references organizations,
  requested_by uuid not null,
  -- Null: of all protocols. Otherwise in all of its versions.
  protocol_id uuid references protocols,
  -- Days of the sessions, both included; null: no limit.
  from_day date,
  to_day date,
  -- The organisation's when the campaign was asked for: it decides when a day begins.
  time_zone text not null,
  state text not null check (state in ('running', 'paused', 'ended', 'cancelled')),
  created_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state in ('running', 'paused'))),
  unique (organization_id, id),
  foreign key (organization_id, requested_by) references users (organization_id, id)
);
create index on measuring_campaigns (organization_id, id desc);
create unique index measuring_campaigns_open on measuring_campaigns (organization_id)
  where state in ('running', 'paused');

-- Apart from the campaign, whose changes are audited: it changes with each take.
create table measuring_campaign_progress (
  campaign_id uuid primary key,
  organization_id uuid not null,
  takes integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  changed integer not null default 0,
  -- When it was started or resumed, and how many takes were measured before.
  resumed_at timestamptz not null,
  measured_before integer not null default 0,
  -- The take that was queued last; null: none yet.
  last_stored timestamptz,
  last_take uuid,
  all_queued boolean not null default false,
  foreign key (organization_id, campaign_id) references measuring_campaigns (organization_id, id)
);

create table measuring_campaign_takes (
  organization_id uuid not null,
  campaign_id uuid not null,
  take_id uuid not null,
  -- False: its job arrived during a pause, and is added again when the campaign is resumed.
  is_queued boolean not null default true,
  primary key (campaign_id, take_id),
  foreign key (organization_id, campaign_id) references measuring_campaigns (organization_id, id),
  foreign key (organization_id, take_id) references takes (organization_id, id) on delete cascade
);
create index on measuring_campaign_takes (take_id);

-- Results that measuring again replaced by other ones of the same version of a function. Those of earlier versions stay
-- in feature_results.
create table replaced_results (
  id uuid primary key,
  organization_id uuid not null,
  take_id uuid not null,
  campaign_id uuid not null,
  entry text not null,
  function_version integer not null,
  scores jsonb not null,
  missing jsonb not null,
  data jsonb not null,
  measured jsonb,
  measured_at timestamptz not null,
  replaced_at timestamptz not null,
  foreign key (organization_id, campaign_id) references measuring_campaigns (organization_id, id),
  foreign key (organization_id, take_id) references takes (organization_id, id) on delete cascade
);
create index on replaced_results (take_id, replaced_at);

create index takes_of_organization on takes (organization_id, stored_at, id);

alter table measuring_campaigns enable row level security;
alter table measuring_campaign_progress enable row level security;
alter table measuring_campaign_takes enable row level security;
alter table replaced_results enable row level security;
create policy tenant on measuring_campaigns using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy tenant on measuring_campaign_progress using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy tenant on measuring_campaign_takes using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy tenant on replaced_results using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on measuring_campaigns, measuring_campaign_progress to fonema_app;
grant select, insert, update, delete on measuring_campaign_takes to fonema_app;
grant select, insert on replaced_results to fonema_app;
select audit_table('measuring_campaigns');

/* The running campaigns of all organisations, oldest first. It runs as its owner, because a worker does not know whose
   they are. */
create function running_campaigns() returns table (organization_id uuid, campaign_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select c.organization_id, c.id from measuring_campaigns c where c.state = 'running' order by c.id $$;
revoke execute on function running_campaigns() from public;
grant execute on function running_campaigns() to fonema_app;
