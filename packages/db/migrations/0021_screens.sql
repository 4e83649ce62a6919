-- Indexes for the pages, which must cost the same for a hundred decisions or a hundred thousand.

-- The activity page: all decisions, latest first.
create index decisions_latest on decisions (mailbox_id, decided_at desc, id desc);
-- The dashboard counts sender domains with an index-only scan.
create index decisions_domains on decisions (mailbox_id, decided_at desc) include (sender_address) where outcome = 'filter';
