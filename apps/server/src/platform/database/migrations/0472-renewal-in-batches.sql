-- Takes to measure again come in batches, the newest first: a clinic may have millions.
create index takes_stored on takes (stored_at, id);
drop function takes_to_renew(jsonb);
/* The takes of all organisations that were stored before this one; null: from the newest. */
create function takes_to_renew(present jsonb, last_stored timestamptz, last_id uuid, most integer)
  returns table (organization_id uuid, take_id uuid, category text, stored_at text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.organization_id, t.id, c.name, t.stored_at::text
    from takes t
    join item_responses r on r.id = t.item_response_id
    join protocol_items i on i.id = r.protocol_item_id
    join item_categories c on c.id = i.category_id
    where (last_id is null or (t.stored_at, t.id) < (last_stored, last_id))
      and exists (select from feature_results f where f.take_id = t.id)
      and exists (
        select from jsonb_each_text(coalesce(present -> c.name, present -> 'speech')) wanted (entry, version)
        where not exists (
          select from feature_results f
          where f.take_id = t.id and f.entry = wanted.entry and f.function_version >= wanted.version::integer
        )
      )
    order by t.stored_at desc, t.id desc limit most
  $$;
revoke execute on function takes_to_renew(jsonb, timestamptz, uuid, integer) from public;
grant execute on function takes_to_renew(jsonb, timestamptz, uuid, integer) to fonema_app;
