-- What the user chooses for a filtered message: restore, report as spam, or undo. The choice is
-- stored at once and a job moves the message, so an outage of the provider cannot lose it.
alter table decisions
  -- When the user last chose something. acted_at is null until the message is moved.
  add column said_at timestamptz,
  -- Lease of the worker that moves the message. Two at once could undo each other's move.
  add column moving_until timestamptz;

update decisions set acted_at = decided_at where state in ('restored', 'spam') and acted_at is null;

-- Choices whose message has not been moved yet.
create index decisions_unheeded on decisions (mailbox_id, said_at) where said_at is not null and acted_at is null;

-- One row per decision that was restored or reported, so that undoing one makes the earlier rows
-- count again. The latest row counts. No reference to decisions: the row outlives the mailbox.
alter table known_senders
  add column decision_id uuid not null default gen_random_uuid(),
  drop constraint known_senders_pkey,
  add primary key (user_id, address, decision_id);

alter table known_senders alter column decision_id drop default;

create index known_senders_decision on known_senders (decision_id);
