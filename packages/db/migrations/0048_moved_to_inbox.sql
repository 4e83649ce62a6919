-- What a user moved to the inbox by hand is kept. The previous version leaves the column at false.
alter table undecided_messages
  add column was_moved_to_inbox boolean not null default false;
