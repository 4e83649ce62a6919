-- One row per screened message: what we decided, why, and how far it has been carried out.
-- Pages and reports read this table and never the provider, so they work while a mailbox is
-- out of reach. Metadata only; of a kept message not even the sender, and that for 30 days.
create table decisions (
  id             uuid primary key default gen_random_uuid(),
  mailbox_id     uuid not null references mailboxes (id) on delete cascade,
  -- The provider's own id, the same wherever the message is moved.
  message_id     text not null,
  outcome        text not null check (outcome in ('keep', 'observe', 'filter')),
  reason         text not null,
  decided_at     timestamptz not null,
  -- By the provider's clock. Null for a message that we never got to see.
  received_at    timestamptz,
  thread_id      text,
  -- The Message-ID header, where the sender gave one.
  header_id      text,
  -- Both null where there was no sender, or more than one.
  sender_name    text,
  sender_address text,
  subject        text,
  category       text check (category in ('sales', 'recruiter', 'investor', 'other')),
  score          double precision check (score between 0 and 1),
  signals        text[] not null default '{}',
  -- What the user's own acts had to say about it.
  lessons        text[] not null default '{}',
  redactions     jsonb not null default '{}',
  -- Whether it is certain enough to be answered in the user's name.
  may_respond    boolean not null default false,
  -- How far it has been carried out, and then what the user made of it. Gone: it was no longer ours to move.
  state          text check (state in ('pending', 'done', 'restored', 'spam', 'gone')),
  acted_at       timestamptz,
  -- Screening may run twice for one message; the second run must be a no-op.
  unique (mailbox_id, message_id),
  check ((outcome = 'filter') = (state is not null)),
  check (outcome = 'filter' or not may_respond),
  check (outcome = 'keep' or (received_at is not null and subject is not null and score is not null and category is not null)),
  check (outcome <> 'keep' or coalesce(thread_id, header_id, sender_name, sender_address, subject) is null)
);

-- The filtered-emails page lists a user's mailboxes, newest first, and pages by key.
create index decisions_filtered on decisions (mailbox_id, received_at desc, id desc) where outcome = 'filter';
-- Who has written before.
create index decisions_sender on decisions (mailbox_id, sender_address) where sender_address is not null;
-- What is still to be carried out.
create index decisions_pending on decisions (mailbox_id, decided_at) where state = 'pending';
-- Of kept messages we forget even that there was one.
create index decisions_kept on decisions (decided_at) where outcome = 'keep';
