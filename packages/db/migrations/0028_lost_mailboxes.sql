-- When we emailed the user that a mailbox needs to be reconnected.
alter table mailboxes add column lost_told_at timestamptz;

create index mailboxes_lost on mailboxes (id) where problem = 'needs-reconnect';
