-- The dashboard counts what observe-only mailboxes would have moved.
create index decisions_would_move on decisions (mailbox_id, received_at) where outcome = 'observe' and state is null;
-- A reconciliation also compares messages that their users moved long after the decision.
create index decisions_acted_on on decisions (mailbox_id, action_at) where action_at is not null;
