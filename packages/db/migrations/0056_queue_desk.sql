-- The queue deletes finished jobs after minutes or a day. Their totals stay.
create table job_totals (
  -- Always true: as the primary key it allows only one row.
  id        boolean primary key default true check (id),
  completed bigint not null default 0,
  -- Jobs that failed and were not retried. Dropped and deleted ones count, too.
  failed    bigint not null default 0
);
insert into job_totals default values;

-- When a mailbox that was not checked since is late: three intervals after its last check. The plan
-- sets the interval. Until their next check, existing mailboxes are late after four days.
alter table mailboxes add column late_after timestamptz not null default now() + interval '4 days';
alter table mailboxes alter column late_after set default now() + interval '15 minutes';
create index mailboxes_late on mailboxes (late_after, id)
  where is_active and not is_paused and problem is null;
create index mailboxes_problem on mailboxes ((coalesce(last_checked_at, created_at)), id)
  where problem is not null;
