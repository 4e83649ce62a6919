-- When a provider is asked again to tell us of changes: at half the life of its promise, or a
-- while after it would not. Null: at the next look.
alter table grants add column push_renew_at timestamptz;

-- Gmail names a mailbox that has news by its address.
create index mailboxes_address on mailboxes (address, provider);
