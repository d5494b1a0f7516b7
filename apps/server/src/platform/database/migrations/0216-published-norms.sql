-- A norm may be a published table instead of people's values. Its card says where it is from and what it measured; null:
-- a population of people's values.
alter table populations
  add column card jsonb,
  -- The measures, as function/score, whose definition somebody of the organisation confirmed. Others are not compared.
  add column confirmed text[] not null default '{}';
-- The rows of a published table for one score; `vals` then holds points of the assumed distribution, for charts.
alter table population_samples add column strata jsonb;
