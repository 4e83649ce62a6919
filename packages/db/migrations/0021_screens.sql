-- What screens ask for, so that they cost the same with a hundred decisions or a hundred thousand.

-- Activity: everything, the latest first.
create index decisions_latest on decisions (mailbox_id, decided_at desc, id desc);
-- The dashboard counts domains from the index alone.
create index decisions_domains on decisions (mailbox_id, decided_at desc) include (sender_address) where outcome = 'filter';
