-- An announcement wakes the listening connection of every process, and transactions that announce
-- something commit one after another. So changes of emails are announced only while a page of their user
-- may be open. Processes of the previous version don't say so: until all are updated, pages that they
-- serve show changes once a minute.
alter table users add column pages_open_until timestamptz;
create or replace function announce_decision() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorman_emails', users.id::text)
    from mailboxes join users on users.id = mailboxes.user_id
    where mailboxes.id = new.mailbox_id and users.pages_open_until > now();
  return null;
end
$$;
