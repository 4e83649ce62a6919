-- Replies in users' names. A row is a claim: it is written before the reply is sent and used once,
-- so a crash can lose a reply but never send two.
create table smart_replies (
  -- Sent along in a header, by which we recognise our own reply.
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null references users (id) on delete cascade,
  -- Disconnecting a mailbox deletes its decisions. The row stays for a month; otherwise
  -- reconnecting would send a second reply to the same sender.
  mailbox_id   uuid references mailboxes (id) on delete set null,
  decision_id  uuid unique references decisions (id) on delete set null,
  -- The sender's address in normal form, and the organisation it belongs to.
  sender       text not null,
  organisation text not null,
  claimed_at   timestamptz not null,
  draft_id     text,
  state        text not null default 'claimed' check (state in ('claimed', 'sent', 'unsent', 'bounced')),
  -- The Message-ID of the reply.
  header_id    text,
  -- When the sender replied "We've met before". Counts once.
  appealed_at  timestamptz,
  check (state <> 'bounced' or header_id is not null)
);

-- Whether a sender got a reply, and how many were sent lately.
create index smart_replies_sender on smart_replies (user_id, sender);
create index smart_replies_user on smart_replies (user_id, claimed_at);
create index smart_replies_recent on smart_replies (claimed_at);
-- Finds our reply that an incoming message refers to.
create index smart_replies_header on smart_replies (mailbox_id, header_id) where header_id is not null;
-- Replies that may or may not have been sent.
create index smart_replies_claimed on smart_replies (mailbox_id, claimed_at) where state = 'claimed';

-- The off switch for all users.
alter table settings add column are_replies_stopped boolean not null default false;

-- False if a scan of the inbox found the message: old mail gets no smart response.
alter table undecided_messages add column is_news boolean not null default true;
