-- The colour of buttons and links; null: the product's.
alter table organizations add column accent text check (accent ~ '^#[0-9a-f]{6}$');

-- The policy and terms that an organisation wrote itself, as plain text; null: the product's.
create table organization_texts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  language text not null,
  policy text,
  terms text,
  changed_at timestamptz not null,
  unique (organization_id, language)
);
alter table organization_texts enable row level security;
create policy tenant on organization_texts using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on organization_texts to fonema_app;
select audit_table('organization_texts');

/* The texts for visitors, who have not signed in: those of the server's only organisation. */
create function public_texts(wanted text) returns table (policy text, terms text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.policy, t.terms from organization_texts t
    where t.language = wanted and (select count(*) from organizations) = 1
  $$;

create function is_only_organization() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select (select count(*) from organizations) = 1 $$;
