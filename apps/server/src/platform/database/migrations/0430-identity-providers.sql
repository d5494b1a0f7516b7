-- Sign-in by the house: OpenID Connect providers of an organisation.

create table identity_providers (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  issuer text not null,
  client_id text not null,
  is_on boolean not null default true,
  -- E-mail addresses without the claim `email_verified` are those of the house.
  trusts_email boolean not null default false,
  -- What the provider says about a second factor counts here.
  trusts_factor boolean not null default false,
  -- The value of `acr` that means two factors, beside `mfa` in `amr`.
  factor_acr text,
  scope text not null,
  -- Read from top to bottom: the first that fits a person decides.
  rules jsonb not null default '[]',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (organization_id, id),
  unique (organization_id, name)
);
alter table identity_providers enable row level security;
create policy tenant on identity_providers using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on identity_providers to fonema_app;
select audit_table('identity_providers');

-- The client's secret, sealed with a key that the database does not have. Apart, so that the audit log has no copy.
create table provider_secrets (
  provider_id uuid primary key,
  organization_id uuid not null,
  sealed_secret bytea not null,
  foreign key (organization_id, provider_id) references identity_providers (organization_id, id) on delete cascade
);

-- A domain of e-mail addresses belongs to one provider of the whole installation.
create table provider_domains (
  domain text primary key check (domain = lower(domain)),
  organization_id uuid not null,
  provider_id uuid not null,
  foreign key (organization_id, provider_id) references identity_providers (organization_id, id) on delete cascade
);
create index on provider_domains (provider_id);

-- Who a subject of a provider is here. Until somebody agreed, the row is a request and opens nothing.
create table provider_links (
  id uuid primary key,
  organization_id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  subject text not null,
  state text not null check (state in ('asked', 'linked')),
  -- How the account and the subject were found to belong together.
  agreed_by text check (agreed_by in ('first_sign_in', 'password', 'owner')),
  -- What the rules gave at the last sign-in: a later sign-in takes away only this.
  given_tags text[] not null default '{}',
  created_at timestamptz not null,
  linked_at timestamptz,
  check ((state = 'linked') = (linked_at is not null)),
  unique (provider_id, subject),
  foreign key (organization_id, provider_id) references identity_providers (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id)
);
create unique index on provider_links (provider_id, user_id) where state = 'linked';
create index on provider_links (organization_id, id desc);

-- The way to a provider and back: valid once, and only in the browser that began it.
create table provider_flows (
  hash bytea primary key,
  organization_id uuid not null,
  provider_id uuid not null,
  purpose text not null check (purpose in ('sign_in', 'signature')),
  session_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (organization_id, provider_id) references identity_providers (organization_id, id) on delete cascade
);

-- A person whom the provider knows and who must still prove something here. What the provider said is sealed.
create table provider_arrivals (
  hash bytea primary key,
  organization_id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  needs text not null check (needs in ('link', 'second_factor')),
  sealed bytea not null,
  expires_at timestamptz not null,
  foreign key (organization_id, provider_id) references identity_providers (organization_id, id) on delete cascade
);

-- Proof that the person of a session signed in again at the provider: valid once.
create table provider_proofs (
  hash bytea primary key,
  organization_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  foreign key (organization_id, user_id) references users (organization_id, id)
);

alter table sessions add column provider_id uuid references identity_providers on delete set null;

-- The provider's side of a session: its tokens are sealed.
create table provider_sessions (
  session_id uuid primary key references sessions,
  organization_id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  subject text not null,
  provider_session text,
  sealed_tokens bytea not null,
  checked_at timestamptz not null,
  foreign key (organization_id, provider_id) references identity_providers (organization_id, id) on delete cascade
);
create index on provider_sessions (provider_id, subject);

-- Logout tokens that were used: each is valid once.
create table provider_logouts (
  provider_id uuid not null,
  jti_hash bytea not null,
  organization_id uuid not null,
  expires_at timestamptz not null,
  primary key (provider_id, jti_hash),
  foreign key (organization_id, provider_id) references identity_providers (organization_id, id) on delete cascade
);

-- Whether passwords are off, and the one account that keeps its own.
create table sign_in_policies (
  organization_id uuid primary key references organizations,
  passwords_off_at timestamptz,
  break_glass_user_id uuid,
  check ((passwords_off_at is null) = (break_glass_user_id is null)),
  foreign key (organization_id, break_glass_user_id) references users (organization_id, id)
);
grant select, insert, update on sign_in_policies to fonema_app;
select audit_table('sign_in_policies');

-- Accounts made at a first sign-in have no password. What the policy says is repeated for each account, because a
-- sign-in does not know the organisation yet.
alter table credentials
  add column has_password boolean not null default true,
  add column password_use text not null default 'allowed' check (password_use in ('allowed', 'off', 'break_glass'));
create unique index on credentials (organization_id) where password_use = 'break_glass';

do $$
declare
  tenant text;
begin
  foreach tenant in array array['provider_secrets', 'provider_domains', 'provider_links', 'provider_flows',
    'provider_arrivals', 'provider_proofs', 'provider_sessions', 'provider_logouts', 'sign_in_policies']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy tenant on %I using (organization_id = current_organization())
      with check (organization_id = current_organization())', tenant);
  end loop;
end $$;
grant select, insert, update, delete on provider_secrets, provider_domains, provider_links, provider_flows,
  provider_arrivals, provider_proofs, provider_sessions, provider_logouts to fonema_app;
create trigger record_change after insert or delete on provider_domains
  for each row execute function record_change();
select audit_table('provider_links');

/* Where an address signs in: the call names no organisation. */
create function provider_of_domain(of_domain text)
  returns table (id uuid, organization_id uuid, name text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select p.id, p.organization_id, p.name
    from provider_domains d join identity_providers p on p.id = d.provider_id and p.is_on
    where d.domain = of_domain
  $$;

/* The organisation of a provider: a browser comes back without a session. */
create function provider_organization(provider uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select organization_id from identity_providers where id = provider and is_on $$;

/* Whether another organisation has a domain, and whether there is another one with people of its own. */
create function provider_domain_claims(of_domain text, mine uuid)
  returns table (is_claimed boolean, has_neighbours boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select exists (select from provider_domains where domain = of_domain and organization_id <> mine),
           exists (select from organizations where id <> mine and not is_demonstration)
  $$;
