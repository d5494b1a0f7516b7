-- What an archive looks like: tables for spreadsheets, or a tree for research (BIDS), which is always de-identified.
alter table takeouts add column form text not null default 'tables' check (form in ('tables', 'research')),
  add constraint research_is_deidentified check (form <> 'research' or deidentified);
