-- An announcement wakes the listening connection of every process, and transactions that announce
-- something commit one after another. So changes of emails are announced only while a page of their user
-- may be open. At first that is assumed of every user, because processes of the previous version don't
-- note it.
alter table users add column pages_open_until timestamptz default now() + interval '1 hour';
alter table users alter column pages_open_until drop default;
create or replace function announce_decision() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorman_emails', users.id::text)
    from mailboxes join users on users.id = mailboxes.user_id
    where mailboxes.id = new.mailbox_id and users.pages_open_until > now();
  return null;
end
$$;
