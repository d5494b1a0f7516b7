-- Cut-offs of indices that a clinic entered with their reference, one for each index and language.
create table index_cut_offs (
  id uuid primary key,
  organization_id uuid not null references organizations,
  index_name text not null,
  language text not null,
  value double precision not null,
  sensitivity_pct double precision,
  specificity_pct double precision,
  n integer,
  reference text not null,
  updated_at timestamptz not null,
  unique (organization_id, index_name, language)
);
alter table index_cut_offs enable row level security;
create policy tenant on index_cut_offs using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on index_cut_offs to fonema_app;
select audit_table('index_cut_offs');
