-- A provider's Retry-After, kept for every job and process: no calls for this mailbox before then.
alter table mailboxes add column provider_retry_at timestamptz;
