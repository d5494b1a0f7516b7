-- Data that somebody ordered to take away. A job packs them; what it held is noted, so that erasing a participant finds
-- every archive that has something of them.

create table takeouts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  scope text not null check (scope in ('own', 'organization', 'participant')),
  -- Whose turn it is: one takeout a day for each list. Null: no list, one participant.
  list text,
  requested_by uuid not null,
  -- Of the own scope: as which examiner, and in which mode of an impersonation.
  examiner_id uuid,
  mode text,
  participant_id uuid,
  created_at timestamptz not null,
  -- The day of the organisation's calendar.
  created_day date not null,
  start_date date,
  end_date date,
  include_audio boolean not null,
  status text not null default 'pending' check (status in ('pending', 'complete', 'failed')),
  error text,
  -- Each try has a number; only the last one's archive counts.
  attempt integer not null default 0,
  done_bytes bigint not null default 0,
  total_bytes bigint,
  object_key text,
  size_bytes bigint,
  sha256 text,
  finished_at timestamptz,
  unique (organization_id, id),
  unique (organization_id, list, created_day),
  foreign key (organization_id, requested_by) references users (organization_id, id)
);
create index on takeouts (organization_id, id desc);

create table takeout_participants (
  organization_id uuid not null,
  takeout_id uuid not null,
  participant_id uuid not null,
  primary key (takeout_id, participant_id),
  foreign key (organization_id, takeout_id) references takeouts (organization_id, id)
);
create index on takeout_participants (organization_id, participant_id);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['takeouts', 'takeout_participants']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;
grant select, insert, update on takeouts to fonema_app;
grant select, insert, delete on takeout_participants to fonema_app;

-- How far the packing has come is nothing for the trail.
create trigger record_insert after insert on takeouts for each row execute function record_change();
create trigger record_change after update of status on takeouts for each row execute function record_change();
