-- What an organisation stores is summed whenever a quota is asked, from these alone.

create index on files (organization_id) include (size_bytes);
create index on takes (organization_id) include (size_bytes);
