-- Whom results are compared with, and every computation of it, are in the trail.
select audit_table('populations');
select audit_table('population_versions');
