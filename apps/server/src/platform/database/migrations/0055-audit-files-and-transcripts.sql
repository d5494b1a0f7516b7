-- Files, and what people typed of a recording; what the recogniser wrote is derived.
select audit_table('files');
create trigger record_change after insert on transcripts for each row when (new.author_id is not null)
  execute function record_change();
