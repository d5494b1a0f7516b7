-- Sessions whose indices are computed again, and takes that are transcribed late, come in batches too.
create index protocol_responses_created on protocol_responses (date_created, id);
drop function indices_to_renew(integer);
drop function vowel_spaces_to_renew(integer);
/* Sessions of all organisations, older than the last one (null: from the newest), whose takes of an index are recorded
   and measured, without the index of these versions. */
create function sessions_to_renew(avqi integer, vowel_space integer, last_created timestamptz, last_id uuid, most integer)
  returns table (organization_id uuid, protocol_response_id uuid, date_created text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.organization_id, s.id, s.date_created::text
    from protocol_responses s
    join protocols p on p.id = s.protocol_id
    where (last_id is null or (s.date_created, s.id) < (last_created, last_id))
      and not p.is_practice
      and exists (
        select from (values ('avqi', avqi, 2), ('vowel_space', vowel_space, 3)) wanted (name, version, takes)
        where p.indices ? wanted.name
          and not exists (
            select from session_indices x
            where x.protocol_response_id = s.id and x.name = wanted.name and x.version >= wanted.version
          )
          and (
            select count(*) from protocol_items i
            join item_responses r on r.protocol_item_id = i.id and r.protocol_response_id = s.id
            join takes t on t.item_response_id = r.id and t.counts and t.quality is not null
            where i.protocol_id = p.id
              and i.key in (
                select parts.value from jsonb_each_text(p.indices -> wanted.name) parts
                where wanted.name = 'vowel_space' or parts.key in ('speech', 'vowel')
              )
          ) = wanted.takes
      )
    order by s.date_created desc, s.id desc limit most
  $$;
revoke execute on function sessions_to_renew(integer, integer, timestamptz, uuid, integer) from public;
grant execute on function sessions_to_renew(integer, integer, timestamptz, uuid, integer) to fonema_app;

create index feature_results_without_transcriber on feature_results (take_id)
  where entry = 'transcript' and status = 'failed' and error = 'transcriber_unavailable';
drop function takes_without_transcriber();
/* Takes of all organisations that had no recogniser, or only those of the demonstration, after the last one (null: from
   the first). */
create function takes_without_transcriber(only_demonstration boolean, last_id uuid, most integer)
  returns table (organization_id uuid, take_id uuid, is_demonstration boolean, sha256 text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select r.organization_id, r.take_id, o.is_demonstration, coalesce(t.sent_sha256, t.sha256)
    from feature_results r
    join organizations o on o.id = r.organization_id
    join takes t on t.id = r.take_id
    where r.entry = 'transcript' and r.status = 'failed' and r.error = 'transcriber_unavailable'
      and (last_id is null or r.take_id < last_id)
      and (o.is_demonstration or not only_demonstration)
    order by r.take_id desc limit most
  $$;
revoke execute on function takes_without_transcriber(boolean, uuid, integer) from public;
grant execute on function takes_without_transcriber(boolean, uuid, integer) to fonema_app;
