-- Which keys have sealed secrets of this database. A start with another key of the same version is
-- refused: to it, every token would look damaged.
create table token_keys (
  version     integer primary key,
  -- Derived from the key. It identifies the key and does not reveal it.
  check_value text not null
);

-- Deleting a mailbox no longer deletes its decisions in the same statement, which could take longer
-- than a statement may. A job deletes them in batches.
-- Locked in the order of the previous version's transactions, which may still run. Otherwise they
-- and this migration could deadlock.
lock table mailboxes, decisions in access exclusive mode;
alter table decisions drop constraint decisions_mailbox_id_fkey;
