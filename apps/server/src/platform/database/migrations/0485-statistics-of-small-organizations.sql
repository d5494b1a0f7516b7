-- PostgreSQL samples 30,000 rows of a table. An organisation with a thousandth of a percent of them is not in the sample,
-- and counts as one row: joins then read all of its rows for each row that they join. Ten times the sample finds it.
do $$
declare
  name text;
begin
  for name in
    select c.relname from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %I alter column organization_id set statistics 1000', name);
    execute format('analyze %I (organization_id)', name);
  end loop;
end $$;
