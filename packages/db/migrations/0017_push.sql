-- When to renew the push subscription: at half its lifetime, or some time after a refusal. Null: at
-- the next sync.
alter table grants add column push_renew_at timestamptz;

-- Gmail's push notifications name the mailbox by its address.
create index mailboxes_address on mailboxes (address, provider);
