-- Emails to users: who gets which, and why. A transactional outbox: the row is written in the
-- transaction that causes the email, and a job sends it at least once.
create table emails (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references users (id) on delete cascade,
  kind       text not null check (kind in (
    'verify-email', 'reset-password', 'password-changed', 'address-taken', 'welcome', 'sender-let-in',
    'mailbox-lost', 'trial-reminder', 'plan-ended', 'subscription-confirmed', 'payment-failed',
    'weekly-report', 'new-user')),
  -- Deduplication key, with user and kind: the Monday of a report, the id of an invoice.
  occasion   text not null,
  -- The decision or the mailbox that the email is about.
  subject_id uuid,
  created_at timestamptz not null,
  -- When the relay accepted it.
  sent_at    timestamptz,
  -- When we gave up: switched off, no longer true, or refused by the relay.
  dropped_at timestamptz,
  unique (user_id, kind, occasion)
);
create index emails_waiting on emails (created_at) where sent_at is null and dropped_at is null;
create index emails_old on emails (created_at);

alter table users
  add column weekly_report_enabled boolean not null default true,
  add column trial_reminders_enabled boolean not null default true;

-- Which emails to users are sent at all.
alter table settings
  add column welcome_email boolean not null default true,
  add column trial_reminder boolean not null default true,
  add column subscription_confirmation boolean not null default true,
  add column payment_failed boolean not null default true,
  add column weekly_report boolean not null default true,
  add column new_user_notification_enabled boolean not null default false,
  add column new_user_notification_recipient text not null default '';

-- Links in the weekly report restore one filtered email.
alter table link_tokens
  drop constraint link_tokens_purpose_check,
  add constraint link_tokens_purpose_check check (purpose in ('verify-email', 'reset-password', 'restore')),
  add column decision_id uuid references decisions (id) on delete cascade,
  -- A used link stays known, so that an email that is sent again does not make it work again.
  add column used_at timestamptz;
create index link_tokens_decision on link_tokens (decision_id) where decision_id is not null;
