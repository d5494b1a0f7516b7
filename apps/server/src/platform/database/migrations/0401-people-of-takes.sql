-- How many people speak in a take, as a person says: 1 is the participant alone, 2 the participant and the examiner. Three
-- are not offered yet. What was found of it is in the results of the take.
alter table takes add column people smallint not null default 1 check (people between 1 and 3);

create trigger record_people after update of people on takes for each row when (new.people <> old.people)
  execute function record_change();
