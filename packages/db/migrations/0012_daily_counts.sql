-- How much was looked at and set aside on each day (UTC), so that a dashboard costs the same
-- with ten decisions or ten million, and outlives those that are forgotten.
create table daily_counts (
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  day_on     date not null,
  processed  integer not null,
  filtered   integer not null,
  primary key (mailbox_id, day_on)
);
