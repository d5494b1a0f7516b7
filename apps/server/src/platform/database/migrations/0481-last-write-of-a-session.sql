-- How far the log of changes was when the session last wrote: its lists come from a replica only if that has come as far.
-- Null for the sessions of before.
alter table sessions add column last_write pg_lsn;
-- A new session sees what its person wrote in an earlier one.
alter table sessions alter column last_write set default pg_current_wal_insert_lsn();

drop function session_principal(uuid);
create function session_principal(session uuid)
  returns table (
    session_id uuid, user_id uuid, organization_id uuid, created_at timestamptz, last_active_at timestamptz,
    ended_at timestamptz, is_active boolean, examiner_id uuid, manager_id uuid, is_owner boolean, time_zone text,
    own_time_zone text, acting_examiner_id uuid, acting_mode text, may_act boolean,
    factor_from text, lacks_factor boolean, last_write pg_lsn
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
  #variable_conflict use_column
  begin
    return query
      select s.id, s.user_id, s.organization_id, s.created_at, s.last_active_at, s.ended_at,
             c.is_active, e.id, m.id, o.owner_user_id = s.user_id, o.time_zone, coalesce(u.time_zone, o.time_zone),
             s.acting_examiner_id, s.acting_mode,
             exists (
               select from impersonation_grants g
               join examiners t on t.id = g.examiner_id and t.is_active
               join credentials tc on tc.user_id = t.user_id and tc.is_active
               where g.user_id = s.user_id and g.examiner_id = s.acting_examiner_id and g.mode = s.acting_mode
             ),
             -- The first day on which one of the user's roles needs a factor that the user lacks.
             factor.first_day::text,
             -- A session that began before that day goes on: a recording is not interrupted at midnight.
             coalesce((s.created_at at time zone o.time_zone)::date >= factor.first_day, false),
             s.last_write
      from sessions s
      join credentials c on c.user_id = s.user_id
      join users u on u.id = s.user_id
      join organizations o on o.id = s.organization_id
      left join examiners e on e.user_id = s.user_id and e.is_active
      left join managers m on m.user_id = s.user_id
      left join second_factors f on f.user_id = s.user_id
      cross join lateral (
        select case when f.user_id is null and not s.is_factor_proven then least(
          case when e.id is not null then o.examiner_factor_from end,
          case when m.id is not null or o.owner_user_id = s.user_id then o.manager_factor_from end
        ) end as first_day
      ) factor
      where s.id = session;
  end
  $$;
revoke execute on function session_principal(uuid) from public;
grant execute on function session_principal(uuid) to fonema_app;
