-- What is drawn of a population's values of a score, as finished JSON: a version never changes. Null: not made yet;
-- `null`: too few people.
alter table population_samples
  add column box text,
  add column curve text,
  add column sketch text;
