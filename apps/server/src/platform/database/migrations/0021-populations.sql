-- Whom a participant's scores are compared with. Every computation is a version of its own: what a report said once,
-- it can be said to have been made from.

create table populations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  description text not null,
  source text not null,
  fill_color text not null,
  stroke_color text not null,
  is_synthetic boolean not null,
  created_at timestamptz not null,
  unique (organization_id, id),
  unique (organization_id, name)
);

create table population_versions (
  id uuid primary key,
  organization_id uuid not null references organizations,
  population_id uuid not null,
  version integer not null check (version >= 1),
  n integer not null,
  computed_at timestamptz not null,
  unique (organization_id, id),
  unique (population_id, version),
  foreign key (organization_id, population_id) references populations (organization_id, id)
);

-- The values of one score, one for each person, with what people are matched by; the four arrays go together.
create table population_samples (
  organization_id uuid not null references organizations,
  version_id uuid not null,
  language text not null,
  category text not null,
  entry text not null,
  score text not null,
  vals double precision[] not null,
  sexes text[] not null,
  ages double precision[] not null,
  educations double precision[] not null,
  primary key (version_id, language, category, entry, score),
  foreign key (organization_id, version_id) references population_versions (organization_id, id)
);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['populations', 'population_versions', 'population_samples']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;
grant select, insert, update on populations, population_versions, population_samples to fonema_app;
