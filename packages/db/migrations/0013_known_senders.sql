-- Senders that a user has trusted or blocked, for all of the user's mailboxes. One row per sender:
-- the latest action counts.
create table known_senders (
  user_id    uuid not null references users (id) on delete cascade,
  address    text not null,
  standing   text not null check (standing in ('trusted', 'blocked')),
  settled_at timestamptz not null,
  primary key (user_id, address)
);
