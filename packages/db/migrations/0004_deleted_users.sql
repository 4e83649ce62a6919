-- Tombstones. A job or webhook that arrives late for a deleted user finds the id here and
-- re-creates nothing. The id alone names nobody.
create table deleted_users (
  id         uuid primary key,
  deleted_at timestamptz not null
);
