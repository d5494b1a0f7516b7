-- A mark set by mistake is removed, and can be brought back. Its row stays, so that a late repeat of the call that made it
-- does not make it again.
alter table session_recording_marks add column removed_at timestamptz;
grant update (removed_at) on session_recording_marks to fonema_app;
