-- Replies in users' names. A row is a claim to one: it is written before anything is sent and is
-- never used twice, so that a crash at any moment means silence and never a second mail.
create table smart_replies (
  -- Stands in a header of the reply, by which we know our own mail again.
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null references users (id) on delete cascade,
  -- A mailbox that is disconnected takes its decisions along. That somebody was answered is
  -- remembered for a month all the same, or connecting it anew would answer them again.
  mailbox_id   uuid references mailboxes (id) on delete set null,
  decision_id  uuid unique references decisions (id) on delete set null,
  -- Where mail to the sender ends up, however the address is written, and whom they write for.
  sender       text not null,
  organisation text not null,
  claimed_at   timestamptz not null,
  draft_id     text,
  state        text not null default 'claimed' check (state in ('claimed', 'sent', 'unsent', 'bounced')),
  -- The Message-ID under which it went out.
  header_id    text,
  -- When the sender answered that they have met. Once only.
  appealed_at  timestamptz,
  check (state <> 'bounced' or header_id is not null)
);

-- Who was answered, and how many lately.
create index smart_replies_sender on smart_replies (user_id, sender);
create index smart_replies_user on smart_replies (user_id, claimed_at);
create index smart_replies_recent on smart_replies (claimed_at);
-- What a mail answers.
create index smart_replies_header on smart_replies (mailbox_id, header_id) where header_id is not null;
-- What became of it is not known yet.
create index smart_replies_claimed on smart_replies (mailbox_id, claimed_at) where state = 'claimed';

-- The off switch for all users.
alter table settings add column are_replies_stopped boolean not null default false;

-- False where a scan of the inbox found the message: nobody is answered about old mail.
alter table undecided_messages add column is_news boolean not null default true;
