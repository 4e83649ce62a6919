-- Deletion goes by kind: rows of the other kinds stay as long as their users, and are not read again
-- every night.
create index emails_by_kind on emails (kind, created_at);
drop index emails_old;
