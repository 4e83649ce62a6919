-- What keeping up with a mailbox needs.
alter table mailboxes
  -- Grows with every run: what an older one still writes is refused.
  add column sync_run         integer not null default 0,
  -- Aliases included, asked for once a day.
  add column own_addresses    text[] not null default '{}',
  add column own_addresses_at timestamptz,
  -- Judge, record and move nothing.
  add column is_observe_only  boolean not null default false;
