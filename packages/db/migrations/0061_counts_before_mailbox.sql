-- A cascade deletes the counts after the mailbox, when it is no longer known whose they were.
create function delete_counts_before_mailbox() returns trigger language plpgsql as $$
begin
  delete from daily_counts where mailbox_id = old.id;
  return old;
end
$$;
create trigger mailboxes_counts_first before delete on mailboxes
  for each row execute function delete_counts_before_mailbox();
