-- The vowel space of a session: an index of three vowels and no speech.
alter table session_indices
  alter column speech_take_id drop not null,
  add column i_take_id uuid,
  add column u_take_id uuid,
  -- The vowel that gives the reason.
  add column vowel text check (vowel in ('a', 'i', 'u')),
  add foreign key (organization_id, i_take_id) references takes (organization_id, id) on delete cascade,
  add foreign key (organization_id, u_take_id) references takes (organization_id, id) on delete cascade,
  -- `vowel_take_id` is the /a/ of both.
  add check (
    case name
      when 'vowel_space' then speech_take_id is null and i_take_id is not null and u_take_id is not null
      else speech_take_id is not null and i_take_id is null and u_take_id is null
    end
  );
create index on session_indices (i_take_id);
create index on session_indices (u_take_id);

/* Sessions of every organisation whose three vowels are recorded, without a vowel space of this version, newest first.
   A worker that gets one does not know whose they are. */
create function vowel_spaces_to_renew(present integer) returns table (organization_id uuid, protocol_response_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.organization_id, s.id
    from protocol_responses s
    join protocols p on p.id = s.protocol_id
    where not p.is_practice and p.indices ? 'vowel_space'
      and (
        select count(*) from protocol_items i
        join item_responses r on r.protocol_item_id = i.id and r.protocol_response_id = s.id
        join takes t on t.item_response_id = r.id and t.counts and t.quality is not null
        where i.protocol_id = p.id
          and i.key in (select jsonb_each_text.value from jsonb_each_text(p.indices -> 'vowel_space'))
      ) = 3
      and not exists (
        select from session_indices x
        where x.protocol_response_id = s.id and x.name = 'vowel_space' and x.version >= present
      )
    order by s.date_created desc
  $$;
revoke execute on function vowel_spaces_to_renew(integer) from public;
grant execute on function vowel_spaces_to_renew(integer) to fonema_app;
