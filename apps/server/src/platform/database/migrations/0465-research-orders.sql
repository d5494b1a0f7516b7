-- How a research archive was ordered: who stands as its author (nobody unless a manager enters one), and in which format
-- its recordings are.
alter table takeouts add column dataset_author text check (dataset_author <> ''),
  add column audio_format text not null default 'wav' check (audio_format in ('wav', 'flac'));
