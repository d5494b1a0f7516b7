-- Populations that are defined by a rule over the organisation's own participants; null: imported.
alter table populations add column rule jsonb;

-- Whose results may stand in a population: whoever agreed to it.
alter table participants add column if not exists consent_research boolean not null default false;
