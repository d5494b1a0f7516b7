-- Whether others who are heard in a participant's recordings agreed that their voices are given out. Without it, they are
-- silenced in de-identified audio.
alter table participants add column consent_others_heard boolean not null default false;
