-- Tombstones. A late job or webhook for a deleted user finds the id here and recreates nothing. The
-- id alone identifies no one.
create table deleted_users (
  id         uuid primary key,
  deleted_at timestamptz not null
);
