/* Takes, newest first, that a function measured in an older version than the present one, or not at all. A take
   without any result is a practice and stays without. `present` holds, by category, each function's version, and those
   of all other categories as 'speech'. It runs as its owner, because it looks through every organisation. */
create function takes_to_renew(present jsonb)
  returns table (organization_id uuid, take_id uuid, category text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.organization_id, t.id, c.name
    from takes t
    join item_responses r on r.id = t.item_response_id
    join protocol_items i on i.id = r.protocol_item_id
    join item_categories c on c.id = i.category_id
    where exists (select from feature_results f where f.take_id = t.id)
      and exists (
        select from jsonb_each_text(coalesce(present -> c.name, present -> 'speech')) wanted (entry, version)
        where not exists (
          select from feature_results f
          where f.take_id = t.id and f.entry = wanted.entry and f.function_version >= wanted.version::integer
        )
      )
    order by t.recorded_at desc
  $$;
revoke execute on function takes_to_renew(jsonb) from public;
grant execute on function takes_to_renew(jsonb) to fonema_app;
