-- A challenge to make a passkey signs nobody in. Those of before live five minutes, so they are simply asked for again.
delete from passkey_challenges;
alter table passkey_challenges add column purpose text not null default 'sign_in'
  check (purpose in ('registration', 'sign_in'));
