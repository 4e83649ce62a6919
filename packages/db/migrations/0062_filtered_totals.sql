-- Until the commit nothing is counted, so that the backfill misses nothing.
lock table daily_counts in share row exclusive mode;

-- By triggers and not by the services: the previous version, which may still run, and cascades count
-- as well. These run at the end of the statement, so a statement on several days locks all of them
-- before it locks the total.
create function change_filtered_total() returns trigger language plpgsql as $$
declare
  change integer := new.filtered - new.restored;
begin
  if tg_op = 'UPDATE' then
    change := change - (old.filtered - old.restored);
  end if;
  update filtered_totals set filtered = filtered + change
   where user_id = (select user_id from mailboxes where id = new.mailbox_id);
  return null;
end
$$;
create trigger daily_counts_added after insert on daily_counts
  for each row when (new.filtered <> new.restored) execute function change_filtered_total();
create trigger daily_counts_changed after update on daily_counts
  for each row when (new.filtered - new.restored <> old.filtered - old.restored)
  execute function change_filtered_total();

-- Not if the user is being deleted, and the total with them: the second mailbox's counts would change
-- a row that refers to a user who is gone, and the total would be locked before that mailbox.
create function subtract_filtered_total() returns trigger language plpgsql as $$
begin
  update filtered_totals set filtered = filtered_totals.filtered - gone.filtered
    from (select user_id, sum(removed.filtered - removed.restored) as filtered
            from removed
            join mailboxes on mailboxes.id = removed.mailbox_id
            join users on users.id = mailboxes.user_id
           group by user_id) as gone
   where filtered_totals.user_id = gone.user_id;
  return null;
end
$$;
create trigger daily_counts_removed after delete on daily_counts
  referencing old table as removed
  for each statement execute function subtract_filtered_total();

update filtered_totals set filtered = counted.filtered
  from (select user_id, sum(daily_counts.filtered - daily_counts.restored) as filtered
          from daily_counts join mailboxes on mailboxes.id = daily_counts.mailbox_id
         group by user_id) as counted
 where filtered_totals.user_id = counted.user_id;
