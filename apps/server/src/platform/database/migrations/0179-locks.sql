-- Failures are counted by account and by where they come from. `account` is an HMAC of the account's address, so that a new
-- password or the owner ends all locks of one account; `locks_at` is the number of failures from which the count locks, null
-- where it never does. Counts of the former kind end by themselves.
alter table login_attempts add column account bytea, add column locks_at integer;
create index on login_attempts (account);
create index on login_attempts (window_until);
