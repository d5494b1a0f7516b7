-- What a population's values were recorded with: the protocol, item and wording version, such as language/animals/1. A
-- category does not say it: animals and words with F are both `fluency`. Null: an older row of which it is unknown. Such
-- a row is compared with nothing.
alter table population_samples add column item text;
-- How many of a version's scores have no item. A manager is told.
alter table population_versions add column unkeyed integer not null default 0;

create temporary table named_items on commit drop as
  select distinct l.lang_code as language, c.name as category, p.key || '/' || i.key || '/' || p.wording_version as item
  from protocol_items i
    join protocols p on p.id = i.protocol_id
    join locales l on l.id = p.locale_id
    join item_categories c on c.id = i.category_id
  where not p.is_practice;

alter table population_samples drop constraint population_samples_pkey;
alter table population_samples
  add constraint population_samples_key unique nulls not distinct (version_id, language, category, item, entry, score);

-- A category with one item means that item.
update population_samples s set item = one.item
  from (select language, category, min(item) as item from named_items group by 1, 2 having count(*) = 1) one
  where (s.language, s.category) = (one.language, one.category);

-- The demonstration's random numbers were never recorded with anything: they go on standing for every item.
insert into population_samples (organization_id, version_id, language, category, item, entry, score, vals, sexes, ages,
    educations, box, curve, sketch)
  select s.organization_id, s.version_id, s.language, s.category, n.item, s.entry, s.score, s.vals, s.sexes, s.ages,
    s.educations, s.box, s.curve, s.sketch
  from population_samples s
    join population_versions v on v.id = s.version_id
    join populations p on p.id = v.population_id and p.is_synthetic
    join named_items n on (n.language, n.category) = (s.language, s.category)
  where s.item is null;
delete from population_samples s using population_versions v, populations p
  where s.item is null and v.id = s.version_id and p.id = v.population_id and p.is_synthetic;

update population_versions v set unkeyed = without.count
  from (select version_id, count(*) as count from population_samples where item is null group by 1) without
  where without.version_id = v.id;
