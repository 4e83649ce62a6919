-- A user's request to change their address. It is applied when both addresses have confirmed it.
create table address_changes (
  id               uuid primary key default gen_random_uuid(),
  -- One at a time. A new request replaces the earlier one and its links.
  user_id          uuid not null unique references users (id) on delete cascade,
  new_email        text not null,
  requested_at     timestamptz not null,
  expires_at       timestamptz not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  -- The row stays until it expires, so that a second click says what has happened.
  applied_at       timestamptz
);
create index address_changes_expiry on address_changes (expires_at);
