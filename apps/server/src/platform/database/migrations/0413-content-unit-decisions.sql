-- What examiners decided about the content units of a take: said, or not said. It replaces what the list found.
create table content_unit_decisions (
  id uuid primary key,
  organization_id uuid not null references organizations,
  take_id uuid not null,
  -- The unit as the protocol's item names it.
  unit text not null check (length(unit) between 1 and 300),
  choice text not null check (choice in ('said', 'not_said')),
  user_id uuid not null,
  date_created timestamptz not null,
  unique (take_id, unit),
  foreign key (organization_id, take_id) references takes (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id)
);
alter table content_unit_decisions enable row level security;
create policy tenant on content_unit_decisions using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert, update on content_unit_decisions to fonema_app;
select audit_table('content_unit_decisions');

/* Erasing a take erases the decisions about it, and empties their entries of the log. */
create function erase_content_unit_decisions() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  made uuid[];
  was constant text := coalesce(current_setting('app.erasing', true), '');
  person uuid;
begin
  made := array(select id from content_unit_decisions where take_id = old.id);
  if made = '{}' then return old; end if;
  select r.participant_id into person from item_responses i
    join protocol_responses r on r.id = i.protocol_response_id where i.id = old.item_response_id;
  delete from content_unit_decisions where id = any(made);
  perform set_config('app.erasing', 'on', true);
  update audit_entries set old = null, new = null, participant_id = person
    where organization_id = old.organization_id and subject = 'content_unit_decisions'
      and object_id = any(made::text[]);
  perform set_config('app.erasing', was, true);
  return old;
end $$;
create trigger erase_content_unit_decisions before delete on takes for each row
  execute function erase_content_unit_decisions();
