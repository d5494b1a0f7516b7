-- A password that is hashed anew with other parameters is the same password: its entry says so.
create function record_rehash() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$ begin
  insert into audit_entries (organization_id, action, subject, object_id)
  values (new.organization_id, 'rehash_password', 'credentials', new.user_id::text);
  return null;
end $$;
drop trigger record_change on credentials;
create trigger record_change after update of password_hash, is_active on credentials for each row
  when (current_setting('app.rehash', true) is distinct from 'on') execute function record_change();
create trigger record_rehash after update of password_hash, is_active on credentials for each row
  when (current_setting('app.rehash', true) = 'on') execute function record_rehash();
