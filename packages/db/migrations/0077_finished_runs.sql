-- A sync that was begun and not finished may have died of a message: the next one screens each message
-- on its own. A previous version that still runs does not set it, which only makes syncs more careful.
alter table mailboxes add column finished_run integer not null default 0;
update mailboxes set finished_run = sync_run;
