-- Filtered Emails also lists what an observe-only mailbox would have filtered, and messages can go
-- back to the inbox without their senders being trusted (`returned`). A message that would have been
-- filtered has no state until its user keeps it (`restored`); if it is moved after all, it is filtered.
alter table decisions
  drop constraint decisions_state_check,
  add constraint decisions_state_check
    check (state in ('pending', 'set-aside', 'restored', 'returned', 'spam', 'gone')),
  drop constraint decisions_state_if_filtered,
  add constraint decisions_state_by_outcome check (
    case outcome
      when 'filter' then state is not null
      when 'observe' then state is null or state = 'restored'
      else state is null
    end),
  -- The day in daily_counts that counts the message: the day on which it arrived. Null in decisions of
  -- earlier versions, which counted on the day of the decision.
  add column counted_on date;

create index decisions_listed on decisions (mailbox_id, received_at desc, id desc) where outcome <> 'keep';
drop index decisions_filtered;
-- Least certain first. Messages that were filtered because of their sender have no score and come last.
create index decisions_by_certainty on decisions (mailbox_id, coalesce(score, 2), id) where outcome <> 'keep';
-- Activity counts the messages of each day from the index alone.
drop index decisions_latest;
create index decisions_latest on decisions (mailbox_id, decided_at desc, id desc)
  include (outcome, reason, state, restored_by);
drop index decisions_domains;
create index decisions_domains on decisions (mailbox_id, received_at desc) include (sender_address, category)
  where outcome = 'filter' and restored_by is null;

-- Open pages of the user reload their lists. The notification carries the user's id and nothing else.
create function announce_decision() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorman_emails', user_id::text) from mailboxes where id = new.mailbox_id;
  return null;
end
$$;
create trigger decisions_added after insert on decisions
  for each row when (new.outcome <> 'keep') execute function announce_decision();
create trigger decisions_changed after update of outcome, state, restored_by on decisions
  for each row when (new.outcome <> 'keep'
    and (new.outcome, new.state, new.restored_by) is distinct from (old.outcome, old.state, old.restored_by))
  execute function announce_decision();
