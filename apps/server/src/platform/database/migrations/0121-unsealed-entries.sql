-- What is not in the chain yet has a list of its own: to look for it among all entries, as sealing does every few
-- seconds, takes the longer the more clinics have written, and the longer they have been at work.

create table audit_unsealed_entries (
  entry_id bigint primary key references audit_entries,
  organization_id uuid not null
);
alter table audit_unsealed_entries enable row level security;
create policy tenant on audit_unsealed_entries using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, delete on audit_unsealed_entries to fonema_app;

insert into audit_unsealed_entries
select id, organization_id from audit_entries e
where not exists (select from audit_seals s where s.entry_id = e.id);

/* Runs as its owner: whoever may write an entry may not leave it out of here. */
create function note_unsealed() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$ begin
  insert into audit_unsealed_entries values (new.id, new.organization_id);
  return null;
end $$;
create trigger note_unsealed after insert on audit_entries for each row execute function note_unsealed();

create or replace function audit_unsealed() returns setof uuid language sql stable security definer
  set search_path = public, pg_temp
as $$ select distinct organization_id from audit_unsealed_entries $$;
