/* Every call asks for its session's principal. A function in SQL is planned anew by each of them, which took longer than
   all else that a small call asks of the database; one in PL/pgSQL is planned once for each connection. */
create or replace function session_principal(session uuid)
  returns table (
    session_id uuid, user_id uuid, organization_id uuid, created_at timestamptz, last_active_at timestamptz,
    ended_at timestamptz, is_active boolean, examiner_id uuid, manager_id uuid, is_owner boolean, time_zone text,
    acting_examiner_id uuid, acting_mode text, may_act boolean
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
  #variable_conflict use_column
  begin
    return query
      select s.id, s.user_id, s.organization_id, s.created_at, s.last_active_at, s.ended_at,
             c.is_active, e.id, m.id, o.owner_user_id = s.user_id, o.time_zone,
             s.acting_examiner_id, s.acting_mode,
             exists (
               select from impersonation_grants g
               join examiners t on t.id = g.examiner_id and t.is_active
               join credentials tc on tc.user_id = t.user_id and tc.is_active
               where g.user_id = s.user_id and g.examiner_id = s.acting_examiner_id and g.mode = s.acting_mode
             )
      from sessions s
      join credentials c on c.user_id = s.user_id
      join organizations o on o.id = s.organization_id
      left join examiners e on e.user_id = s.user_id and e.is_active
      left join managers m on m.user_id = s.user_id
      where s.id = session;
  end
  $$;
