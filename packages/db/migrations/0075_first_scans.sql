-- The summary of a mailbox's first scan is shown until its user dismisses it. Users of an earlier
-- version have seen theirs.
alter table mailboxes add column first_scan_dismissed_at timestamptz;
update mailboxes set first_scan_dismissed_at = now() where sync_status = 'synced';

-- Open pages of the user reload the accounts.
create function announce_mailbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorman_accounts', coalesce(new.user_id, old.user_id)::text);
  return null;
end
$$;
create trigger mailboxes_added_or_removed after insert or delete on mailboxes
  for each row execute function announce_mailbox();
create trigger mailboxes_changed
  after update of sync_status, problem, is_active, is_paused, is_observe_only, first_scan_dismissed_at
  on mailboxes
  for each row when (
    (new.sync_status, new.problem, new.is_active, new.is_paused, new.is_observe_only, new.first_scan_dismissed_at)
    is distinct from
    (old.sync_status, old.problem, old.is_active, old.is_paused, old.is_observe_only, old.first_scan_dismissed_at))
  execute function announce_mailbox();
