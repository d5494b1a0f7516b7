/* The ids of the organisation's participants with these codes, in any case. It runs as its owner: under row-level security,
   PostgreSQL compares lower(code) only with rows that it has read already, so that the unique index is of no use. */
create function participants_by_code(codes text[]) returns setof uuid language sql stable security definer
  set search_path = public, pg_temp
as $$
  select id from participants
  where organization_id = current_organization()
    and lower(code) = any(array(select lower(one) from unnest(codes) as one))
$$;
revoke execute on function participants_by_code(text[]) from public;
grant execute on function participants_by_code(text[]) to fonema_app;
