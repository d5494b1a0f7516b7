-- Planned visits. Their examiner is the participant's, so a transfer moves them. An erasure removes them.
create table visit_series (
  id uuid primary key,
  organization_id uuid not null references organizations,
  participant_id uuid not null,
  every int not null check (every >= 1),
  unit text not null check (unit in ('week', 'month')),
  times int not null check (times >= 2),
  created_at timestamptz not null,
  created_by uuid not null references users,
  unique (organization_id, id),
  foreign key (organization_id, participant_id) references participants (organization_id, id) on delete cascade
);
create index on visit_series (participant_id);

create table visits (
  id uuid primary key,
  organization_id uuid not null references organizations,
  participant_id uuid not null,
  series_id uuid,
  position int check (position >= 1),
  protocol_id uuid references protocols,
  survey_id uuid references surveys,
  planned_at timestamptz not null,
  tolerance_days int not null check (tolerance_days >= 0),
  duration_min int check (duration_min > 0),
  note text,
  state text not null default 'planned' check (state in ('planned', 'done', 'cancelled')),
  done_at timestamptz,
  protocol_response_id uuid,
  survey_response_id uuid,
  created_at timestamptz not null,
  created_by uuid not null references users,
  unique (series_id, position),
  check ((series_id is null) = (position is null)),
  check ((done_at is not null) = (state = 'done')),
  foreign key (organization_id, participant_id) references participants (organization_id, id) on delete cascade,
  foreign key (organization_id, series_id) references visit_series (organization_id, id) on delete cascade,
  foreign key (organization_id, protocol_response_id) references protocol_responses (organization_id, id)
    on delete set null (protocol_response_id),
  foreign key (organization_id, survey_response_id) references survey_responses (organization_id, id)
    on delete set null (survey_response_id)
);
create index on visits (organization_id, planned_at);
create index on visits (participant_id, planned_at);
create index on visits (protocol_response_id) where protocol_response_id is not null;
create index on visits (survey_response_id) where survey_response_id is not null;

-- Who opened the results of a session, and when first.
create table result_reads (
  id uuid primary key,
  organization_id uuid not null references organizations,
  participant_id uuid not null,
  protocol_response_id uuid not null,
  user_id uuid not null references users,
  read_at timestamptz not null,
  unique (protocol_response_id, user_id),
  foreign key (organization_id, participant_id) references participants (organization_id, id) on delete cascade,
  foreign key (organization_id, protocol_response_id) references protocol_responses (organization_id, id)
    on delete cascade
);
create index on result_reads (participant_id);

alter table visit_series enable row level security;
create policy tenant on visit_series using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert on visit_series to fonema_app;
alter table visits enable row level security;
create policy tenant on visits using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on visits to fonema_app;
alter table result_reads enable row level security;
create policy tenant on result_reads using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert on result_reads to fonema_app;
select audit_table('visit_series');
select audit_table('visits');
select audit_table('result_reads');
