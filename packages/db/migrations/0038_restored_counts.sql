-- The dashboard counts the domains of mail that is still set aside with an index-only scan.
-- Lock order: decisions before daily_counts, as in recordDecision. Otherwise the two can deadlock.
drop index decisions_domains;
create index decisions_domains on decisions (mailbox_id, decided_at desc) include (sender_address)
  where outcome = 'filter' and restored_by is null;

-- How many of the messages filtered on a day are back in the inbox. A column beside `filtered`, so
-- that the dashboard reads one row per day.
alter table daily_counts add column restored integer not null default 0;

insert into daily_counts (mailbox_id, day_on, processed, filtered, restored)
select mailbox_id, (decided_at at time zone coalesce(time_zone, 'UTC'))::date, 0, 0, count(*)
  from decisions
  join mailboxes on mailboxes.id = mailbox_id
  join users on users.id = user_id
 where restored_by is not null
 group by 1, 2
    on conflict (mailbox_id, day_on) do update set restored = excluded.restored;
