-- Who speaks when in a take, as people corrected it. The newest version counts instead of what was found by voice; one
-- without segments goes back to that. Versions are kept.
create table speaker_tracks (
  id uuid primary key,
  organization_id uuid not null references organizations,
  take_id uuid not null,
  version int not null check (version > 0),
  segments jsonb check (jsonb_typeof(segments) = 'array'),
  author_id uuid not null,
  created_at timestamptz not null,
  unique (take_id, version),
  foreign key (organization_id, take_id) references takes (organization_id, id),
  foreign key (organization_id, author_id) references users (organization_id, id)
);
alter table speaker_tracks enable row level security;
create policy tenant on speaker_tracks using (organization_id = current_organization())
  with check (organization_id = current_organization());
grant select, insert on speaker_tracks to fonema_app;
select audit_table('speaker_tracks');

/* Erasing a take erases the rows about it in a table, and empties their entries of the log. The table is the argument. */
create function erase_with_take() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  made uuid[];
  was constant text := coalesce(current_setting('app.erasing', true), '');
  person uuid;
begin
  execute format('select array(select id from %I where take_id = $1)', tg_argv[0]) into made using old.id;
  if made = '{}' then return old; end if;
  select r.participant_id into person from item_responses i
    join protocol_responses r on r.id = i.protocol_response_id where i.id = old.item_response_id;
  execute format('delete from %I where id = any($1)', tg_argv[0]) using made;
  perform set_config('app.erasing', 'on', true);
  update audit_entries set old = null, new = null, participant_id = person
    where organization_id = old.organization_id and subject = tg_argv[0] and object_id = any(made::text[]);
  perform set_config('app.erasing', was, true);
  return old;
end $$;
create trigger erase_speaker_tracks before delete on takes for each row
  execute function erase_with_take('speaker_tracks');

-- The version that counts, for jobs and pages that have the take; null: nobody corrected it.
alter table takes add column speaker_track int check (speaker_track > 0);
