-- A refresh token is good only together with the cookie that its session began with; the cookie's hash is kept here.
-- Null (from an earlier version during an upgrade) matches no cookie.
alter table refresh_tokens add column browser_hash bytea;

-- Tokens of before have no cookie, so they refresh nothing: everybody signs in once more. Many belong to ended sessions.
delete from refresh_tokens;

-- A session has one chain: a second one would hide the replay of a stolen token.
create unique index refresh_tokens_current on refresh_tokens (session_id) where rotated_at is null;
