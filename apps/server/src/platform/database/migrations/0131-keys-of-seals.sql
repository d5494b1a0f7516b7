-- Which key a seal was made with, by a name that says nothing of it: a process that still has a key which the clinic has
-- replaced must not go on with it. Empty for what was sealed before this release.
alter table audit_seals add column key_id text;
