-- Which page holds the right to record a session. A row stays when its time is over: it says in which order the
-- holders came, so that what a former one still sends is stored without outranking what followed.

create table recording_leases (
  organization_id uuid not null references organizations,
  protocol_response_id uuid not null,
  holder uuid not null,
  -- Grows with each change of hands.
  generation integer not null,
  user_id uuid not null,
  since timestamptz not null,
  expires_at timestamptz not null,
  primary key (protocol_response_id, holder),
  unique (protocol_response_id, generation),
  foreign key (organization_id, protocol_response_id) references protocol_responses (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id)
);
alter table recording_leases enable row level security;
create policy tenant on recording_leases using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on recording_leases to fonema_app;

alter table takes
  add column interrupted boolean not null default false,
  -- The number of the interrupted take that this one goes on with.
  add column continues integer,
  add column holder uuid,
  add column generation integer not null default 0,
  -- The number that the page gave it; ours differs when another page had given the same one.
  add column sent_take integer;
update takes set sent_take = take, interrupted = settings -> 'interrupted' is not distinct from 'true'::jsonb;
alter table takes alter column sent_take set not null;
