-- Who pays, at the payment provider. The row outlives the user: a job cancels the subscription, and
-- payments are kept under this id, which does not name anybody.
create table customers (
  id                   uuid primary key default gen_random_uuid(),
  user_id              uuid unique references users (id) on delete set null,
  provider_customer_id text not null unique,
  created_at           timestamptz not null,
  -- When the deleted user's subscriptions were cancelled.
  ended_at             timestamptz
);
create index customers_to_end on customers (id) where user_id is null and ended_at is null;

alter table subscriptions
  drop constraint subscriptions_status_check,
  add constraint subscriptions_status_check check (status in (
    'active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired',
    'canceled')),
  -- The current period or, while payments are overdue, the first that is not paid.
  add column period_starts_at timestamptz,
  -- When it ends, if the user has cancelled it.
  add column cancels_at timestamptz,
  -- What is still to be paid of the oldest overdue invoice.
  add column overdue_cents integer,
  -- Database time just before the provider was asked.
  add column read_at timestamptz not null default now();

-- Checkout sessions that a user has started.
create table checkouts (
  provider_session_id text primary key,
  user_id             uuid not null references users (id) on delete cascade,
  interval            text not null check (interval in ('monthly', 'yearly')),
  url                 text not null,
  created_at          timestamptz not null,
  expires_at          timestamptz not null,
  purchase_tracked_at timestamptz
);
create index checkouts_user on checkouts (user_id);
create index checkouts_expired on checkouts (expires_at);

-- Paid invoices, kept for seven years.
create table payments (
  provider_invoice_id text primary key,
  payer_id            uuid not null references customers (id),
  number              text not null,
  amount_cents        integer not null,
  currency            text not null,
  interval            text check (interval in ('monthly', 'yearly')),
  period_starts_at    timestamptz not null,
  period_ends_at      timestamptz not null,
  paid_at             timestamptz not null
);
create index payments_payer on payments (payer_id, paid_at desc);
create index payments_old on payments (paid_at);

-- Ids of webhook events, so that a repeated one does nothing.
create table payment_events (
  id          text primary key,
  received_at timestamptz not null
);
create index payment_events_old on payment_events (received_at);
