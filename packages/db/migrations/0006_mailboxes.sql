-- Connected inboxes. A provider account belongs to one user at most; otherwise it would be unclear
-- whose smart response is sent.
create table mailboxes (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references users (id) on delete cascade,
  grant_id        uuid not null unique references grants (id),
  provider        text not null check (provider in ('gmail', 'microsoft')),
  subject         text not null,
  address         text not null,
  created_at      timestamptz not null,
  -- When its user last connected, resumed or chose it. The Free plan keeps the latest one active.
  last_active_at  timestamptz not null,
  -- Set by the plan, and by the user. Mail is screened if the mailbox is active and not paused.
  is_active       boolean not null,
  is_paused       boolean not null default false,
  -- Where the next sync continues. Only the provider's adapter can read it.
  cursor          text,
  sync_status     text not null default 'waiting' check (sync_status in ('waiting', 'syncing', 'synced')),
  sync_progress   integer not null default 0,
  sync_total      integer not null default 0,
  last_checked_at timestamptz,
  -- Null while the user has to reconnect: a sync would fail.
  next_check_at   timestamptz,
  problem         text check (problem in ('needs-reconnect', 'out-of-reach', 'refused')),
  unique (provider, subject),
  check ((problem is not distinct from 'needs-reconnect') = (next_check_at is null))
);

create index mailboxes_user on mailboxes (user_id, created_at, id);
create index mailboxes_due on mailboxes (next_check_at) where is_active and not is_paused;
