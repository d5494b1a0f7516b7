-- Why the examiner made another take count when the session was already complete. The audit log keeps every reason: the
-- trigger on `counts` records all columns that changed with it.

alter table takes add column chosen_because text check (length(chosen_because) between 1 and 500);
