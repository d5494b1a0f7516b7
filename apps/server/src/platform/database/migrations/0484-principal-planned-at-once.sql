-- Planned six times on each new connection before: PostgreSQL tried five plans for particular sessions first.
alter function session_principal(uuid) set plan_cache_mode = force_generic_plan;
