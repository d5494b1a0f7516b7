-- Whether a population is of people without a diagnosis. Of an imported one nothing says so until a manager does.
alter table populations add column is_reference boolean not null default false;

update populations set is_reference = true
  where rule -> 'diagnosis' ? 'none' or is_synthetic and name = 'Personas sin diagnóstico (sintético)';
