-- A sync that was begun and not finished may have died of a message: the next one screens each message
-- on its own. A previous version that still runs does not set it, which only makes syncs more careful, and so does
-- the default: setting it for all rows would lock the table for as long as that takes.
alter table mailboxes add column finished_run integer not null default 0;
