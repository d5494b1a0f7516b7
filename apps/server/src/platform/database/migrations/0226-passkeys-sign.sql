-- A passkey also proves who signs a report. Such a challenge signs nobody in.
alter table passkey_challenges drop constraint passkey_challenges_purpose_check,
  add constraint passkey_challenges_purpose_check check (purpose in ('registration', 'sign_in', 'signature'));
