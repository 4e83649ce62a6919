-- Users are told once of a mailbox that no longer lets us in.
alter table mailboxes add column lost_told_at timestamptz;

create index mailboxes_lost on mailboxes (id) where problem = 'needs-reconnect';
