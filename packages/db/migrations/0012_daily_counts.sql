-- Messages screened and filtered per day (UTC). The dashboard reads these rows, so it costs the
-- same for ten decisions or ten million, and its numbers outlive deleted decisions.
create table daily_counts (
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  day_on     date not null,
  processed  integer not null,
  filtered   integer not null,
  primary key (mailbox_id, day_on)
);
