-- Indices of a whole session, made from several of its items, such as the AVQI.

-- From which items they are made. Written with the shipped content.
alter table protocols add column indices jsonb not null default '{}';

create table session_indices (
  id uuid primary key,
  organization_id uuid not null references organizations,
  protocol_response_id uuid not null,
  name text not null,
  version integer not null,
  -- The takes that were measured. Other counting takes make the index old.
  speech_take_id uuid not null,
  vowel_take_id uuid not null,
  status text not null check (status in ('ready', 'withheld', 'failed')),
  -- Why there is no index.
  reason text,
  scores jsonb not null default '{}',
  updated_at timestamptz not null,
  unique (protocol_response_id, name),
  check ((status = 'ready') = (reason is null)),
  foreign key (organization_id, protocol_response_id) references protocol_responses (organization_id, id)
    on delete cascade,
  foreign key (organization_id, speech_take_id) references takes (organization_id, id) on delete cascade,
  foreign key (organization_id, vowel_take_id) references takes (organization_id, id) on delete cascade
);
create index on session_indices (speech_take_id);
create index on session_indices (vowel_take_id);
alter table session_indices enable row level security;
create policy tenant on session_indices using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on session_indices to fonema_app;

/* Sessions of every organisation whose items for the AVQI are recorded, without an index of this version, newest first.
   A worker that gets one does not know whose they are. */
create function indices_to_renew(present integer) returns table (organization_id uuid, protocol_response_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.organization_id, s.id
    from protocol_responses s
    join protocols p on p.id = s.protocol_id
    where not p.is_practice and p.indices ? 'avqi'
      and (
        select count(*) from protocol_items i
        join item_responses r on r.protocol_item_id = i.id and r.protocol_response_id = s.id
        join takes t on t.item_response_id = r.id and t.counts and t.quality is not null
        where i.protocol_id = p.id and i.key in (p.indices #>> '{avqi,speech}', p.indices #>> '{avqi,vowel}')
      ) = 2
      and not exists (
        select from session_indices x
        where x.protocol_response_id = s.id and x.name = 'avqi' and x.version >= present
      )
    order by s.date_created desc
  $$;
revoke execute on function indices_to_renew(integer) from public;
grant execute on function indices_to_renew(integer) to fonema_app;
