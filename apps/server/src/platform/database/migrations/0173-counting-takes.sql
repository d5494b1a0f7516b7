-- Which take of an item counts is stored, no longer derived: a late take counts only when the examiner chooses it, and
-- so does an interrupted one.

alter table takes
  add column counts boolean not null default false,
  -- Arrived when the session was completed and closed.
  add column late boolean not null default false,
  -- By the server's clock. `recorded_at` is what the browser sent, and decides nothing.
  add column stored_at timestamptz;

-- Ids of takes are UUIDv7: their first 48 bits are the milliseconds at which the row was made.
update takes set stored_at = case when substr(id::text, 15, 1) = '7'
  then to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
  else recorded_at end;
update takes set counts = true where id in (
  select distinct on (t.item_response_id) t.id
  from takes t join item_responses r on r.id = t.item_response_id
  where not t.interrupted and r.skipped_purpose is null
  order by t.item_response_id, t.generation desc, t.take desc
);
alter table takes alter column counts drop default, alter column stored_at set not null;
create unique index takes_counting on takes (item_response_id) where counts;

-- A take begins to count after its arrival only when the examiner chooses it.
create trigger record_choice after update of counts on takes for each row when (new.counts and not old.counts)
  execute function record_change();

/* As in 0060, newest first by the server's clock. */
create or replace function takes_to_renew(present jsonb)
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
    order by t.stored_at desc
  $$;
