-- The index of correspondents: the people to whom a user has written. Addresses are stored as keyed
-- hashes (HMAC-SHA-256, the first 16 bytes), with a key of its own for each mailbox.

-- How far the index of a mailbox is.
create table correspondent_indexes (
  mailbox_id     uuid primary key references mailboxes (id) on delete cascade,
  -- The key of the hashes, sealed like the tokens of grants.
  hash_key       text not null,
  key_version    integer not null,
  -- Fencing token: each restart increments it, so that a page read before the restart is not stored.
  restart_count  integer not null default 0,
  -- Where the next page of sent messages starts. Null: at the newest.
  next_page      text,
  -- Reading stops at messages sent before this time. Null: it reads all of them.
  reads_since    timestamptz,
  -- A sync could not follow the sent messages while they were being read. After this reading, a second
  -- one begins that stops at messages sent before this time.
  read_again_since timestamptz,
  -- Messages read so far, and how many there were when reading began.
  read_count     integer not null default 0,
  total_count    integer,
  -- Null while sent messages are being read. Until then, a missing address proves nothing.
  completed_at   timestamptz
);

-- One row per mailbox and address to which its user has written.
create table correspondents (
  mailbox_id    uuid not null references mailboxes (id) on delete cascade,
  address_hash  bytea not null,
  domain_hash   bytea not null,
  first_sent_at timestamptz not null,
  last_sent_at  timestamptz not null,
  sent_count    integer not null,
  primary key (mailbox_id, address_hash)
);
create index correspondents_domain on correspondents (mailbox_id, domain_hash);

-- The messages a user has sent in the last 400 days: an answer refers to one of them.
create table sent_messages (
  mailbox_id   uuid not null references mailboxes (id) on delete cascade,
  message_hash bytea not null,
  sent_at      timestamptz not null,
  primary key (mailbox_id, message_hash)
);
create index sent_messages_sent_at on sent_messages (sent_at);
