-- An organisation's own protocols, beside those that ship; nobody else sees them. A published version never changes.

alter table protocols
  add column organization_id uuid references organizations,
  drop constraint protocols_key_wording_version_locale_id_key,
  add unique nulls not distinct (organization_id, key, wording_version, locale_id);
alter table protocol_items
  add column organization_id uuid references organizations,
  -- The version in which what is asked changed last; null: that of its protocol.
  add column wording_version integer,
  -- Items of one block with a random order; null: in their place.
  add column random_block integer,
  add column information_units jsonb,
  -- Licence, source and words of each medium of an own protocol.
  add column media jsonb;

alter table protocols enable row level security;
create policy readable on protocols for select
  using (organization_id is null or organization_id = current_organization());
create policy own on protocols for insert with check (organization_id = current_organization());
alter table protocol_items enable row level security;
create policy readable on protocol_items for select
  using (organization_id is null or organization_id = current_organization());
create policy own on protocol_items for insert with check (organization_id = current_organization());
grant insert on protocols, protocol_items to fonema_app;

-- What ships is in the repository's history; what a clinic publishes is in its trail.
create trigger record_change after insert on protocols for each row when (new.organization_id is not null)
  execute function record_change();

create function refuse_published_change() returns trigger language plpgsql
  as $$ begin raise exception 'a published protocol never changes'; end $$;
create trigger published_stays before update or delete on protocols for each row
  when (old.organization_id is not null) execute function refuse_published_change();
create trigger published_stays before update or delete on protocol_items for each row
  when (old.organization_id is not null) execute function refuse_published_change();

/* All items of a published protocol come in one statement: a later one would change the protocol. */
create function refuse_later_items() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select protocol_id, count(*) as added from added_items where organization_id is not null
                 group by protocol_id) sent
    where sent.added <> (select count(*) from protocol_items i where i.protocol_id = sent.protocol_id)
  ) then raise exception 'a published protocol never changes'; end if;
  if exists (
    select from added_items i join protocols p on p.id = i.protocol_id
    where p.organization_id is distinct from i.organization_id
  ) then raise exception 'an item belongs to the organisation of its protocol'; end if;
  return null;
end $$;
create trigger all_at_once after insert on protocol_items referencing new table as added_items
  for each statement execute function refuse_later_items();

-- What a session asks, in its order, when the order is drawn; null: the order of the protocol.
alter table protocol_responses add column item_order uuid[];

create table protocol_drafts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  key text not null check (length(key) between 1 and 60),
  -- Increases with each change of the content.
  revision integer not null default 1,
  -- The newest published version, and the revision that it was made of.
  version integer,
  published_revision integer,
  retired_at timestamptz,
  created_by uuid not null,
  updated_by uuid not null,
  date_created timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, key),
  unique (organization_id, id),
  foreign key (organization_id, created_by) references users (organization_id, id),
  foreign key (organization_id, updated_by) references users (organization_id, id),
  check ((version is null) = (published_revision is null)),
  check (retired_at is null or version is not null)
);
create index on protocol_drafts (organization_id, updated_at desc);
alter table protocol_drafts enable row level security;
create policy tenant on protocol_drafts using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on protocol_drafts to fonema_app;
select audit_table('protocol_drafts');

-- Apart from the draft, so that the trail does not copy it at each change.
create table protocol_draft_contents (
  draft_id uuid primary key,
  organization_id uuid not null,
  content jsonb not null,
  foreign key (organization_id, draft_id) references protocol_drafts (organization_id, id) on delete cascade
);
alter table protocol_draft_contents enable row level security;
create policy tenant on protocol_draft_contents using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update, delete on protocol_draft_contents to fonema_app;

-- Stimuli of an organisation, as they were stored after their conversion. Published versions name them by id, so they
-- stay.
create table protocol_media (
  id uuid primary key,
  organization_id uuid not null references organizations,
  kind text not null check (kind in ('image', 'audio', 'video', 'subtitles')),
  object_key text not null unique,
  filename text not null,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  duration_s double precision,
  width integer,
  height integer,
  created_by uuid not null,
  date_created timestamptz not null,
  foreign key (organization_id, created_by) references users (organization_id, id)
);
create index on protocol_media (organization_id, id desc);
alter table protocol_media enable row level security;
create policy tenant on protocol_media using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert on protocol_media to fonema_app;
select audit_table('protocol_media');
