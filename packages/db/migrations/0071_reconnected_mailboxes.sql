-- A user who reconnects one mailbox can sign in to another. Then the page says which of them is
-- connected. Not references: the mailboxes can be gone when the attempt is over.
alter table oauth_attempts
  add column reconnects_mailbox_id uuid,
  add column connected_mailbox_id uuid;
