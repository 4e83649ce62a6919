-- Disconnecting a mailbox finds its replies by this index, and so does the deletion of replies whose
-- mailbox is gone.
create index smart_replies_mailbox on smart_replies (mailbox_id, claimed_at);
