-- One row per screened message: what was decided, why, and where the message is. Pages and reports
-- read this table and never the provider, so they work while the provider is down. Metadata only;
-- of a kept message not even the sender, and that row is deleted after 30 days.
create table decisions (
  id             uuid primary key default gen_random_uuid(),
  mailbox_id     uuid not null references mailboxes (id) on delete cascade,
  -- The provider's id of the message. It stays the same when the message is moved.
  message_id     text not null,
  outcome        text not null check (outcome in ('keep', 'observe', 'filter')),
  reason         text not null,
  decided_at     timestamptz not null,
  -- By the provider's clock. Null if the message was gone before we could read it.
  received_at    timestamptz,
  thread_id      text,
  -- The Message-ID header, if the message has one.
  header_id      text,
  -- Both null if there was no sender, or more than one.
  sender_name    text,
  sender_address text,
  subject        text,
  category       text check (category in ('sales', 'recruiter', 'investor', 'other')),
  score          double precision check (score between 0 and 1),
  signals        text[] not null default '{}',
  -- How the user's earlier actions changed the score.
  lessons        text[] not null default '{}',
  redactions     jsonb not null default '{}',
  -- Certain enough for a smart response.
  may_respond    boolean not null default false,
  -- Pending until the message is moved, then what the user chose. Gone: deleted or moved elsewhere.
  state          text check (state in ('pending', 'done', 'restored', 'spam', 'gone')),
  acted_at       timestamptz,
  -- Two screenings of one message race (a retried job). This constraint makes the second a no-op.
  unique (mailbox_id, message_id),
  check ((outcome = 'filter') = (state is not null)),
  check (outcome = 'filter' or not may_respond),
  check (outcome = 'keep' or (received_at is not null and subject is not null and score is not null and category is not null)),
  check (outcome <> 'keep' or coalesce(thread_id, header_id, sender_name, sender_address, subject) is null)
);

-- The filtered-emails page: newest first, with keyset pagination.
create index decisions_filtered on decisions (mailbox_id, received_at desc, id desc) where outcome = 'filter';
-- Earlier messages of a sender.
create index decisions_sender on decisions (mailbox_id, sender_address) where sender_address is not null;
-- Messages that still have to be moved.
create index decisions_pending on decisions (mailbox_id, decided_at) where state = 'pending';
-- Kept messages that are to be deleted.
create index decisions_kept on decisions (decided_at) where outcome = 'keep';
