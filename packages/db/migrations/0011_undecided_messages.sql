-- Messages that were found and are not decided yet. A row comes with the cursor that found the
-- message and goes with the decision, so whatever happens to a job, no message is forgotten.
create table undecided_messages (
  mailbox_id    uuid not null references mailboxes (id) on delete cascade,
  message_id    text not null,
  found_at      timestamptz not null,
  -- Counts towards the progress that is shown of a new mailbox.
  is_first_scan boolean not null,
  -- How often screening began and did not end. A message can be what ends it.
  starts        integer not null default 0,
  primary key (mailbox_id, message_id)
);
