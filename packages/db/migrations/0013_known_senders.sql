-- Senders about whom a user has made up their mind, in all mailboxes of theirs. One row per
-- sender: nobody is trusted and blocked at once, and the last word counts.
create table known_senders (
  user_id    uuid not null references users (id) on delete cascade,
  address    text not null,
  standing   text not null check (standing in ('trusted', 'blocked')),
  settled_at timestamptz not null,
  primary key (user_id, address)
);
