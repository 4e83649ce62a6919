-- Messages that a sync found and screening has not decided. The row is written in the transaction
-- that saves the cursor and deleted in the one that saves the decision, so no message is lost when
-- a job is.
create table undecided_messages (
  mailbox_id    uuid not null references mailboxes (id) on delete cascade,
  message_id    text not null,
  found_at      timestamptz not null,
  -- Counts towards the progress of the mailbox's first scan.
  is_first_scan boolean not null,
  -- Screenings that started and did not finish. The message itself may crash the worker.
  starts        integer not null default 0,
  primary key (mailbox_id, message_id)
);
