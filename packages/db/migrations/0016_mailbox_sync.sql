-- Columns for the sync.
alter table mailboxes
  -- Fencing token: each sync increments it, and writes of an older sync are refused.
  add column sync_run         integer not null default 0,
  -- The address and its aliases, loaded once a day.
  add column own_addresses    text[] not null default '{}',
  add column own_addresses_at timestamptz,
  -- Judge and record, but move nothing.
  add column is_observe_only  boolean not null default false;
