-- What a user says about a message that was set aside: restored, spam, or neither after all.
-- The word is kept at once and carried out by a job, so a provider's outage cannot lose it.
alter table decisions
  -- When the user last said something. Acted_at is null until the mailbox has caught up with it.
  add column said_at timestamptz,
  -- Somebody is at it, until then at the latest: two at once could each undo the other's move.
  add column moving_until timestamptz;

update decisions set acted_at = decided_at where state in ('restored', 'spam') and acted_at is null;

-- What a user said and nobody has carried out yet.
create index decisions_unheeded on decisions (mailbox_id, said_at) where said_at is not null and acted_at is null;

-- One row for each word about a sender, by the decision it was about, so that a word can be taken
-- back and those before it count again. The last one is the sender's standing. No reference: what
-- a user thinks of a sender outlives the mailbox.
alter table known_senders
  add column decision_id uuid not null default gen_random_uuid(),
  drop constraint known_senders_pkey,
  add primary key (user_id, address, decision_id);

alter table known_senders alter column decision_id drop default;

create index known_senders_decision on known_senders (decision_id);
