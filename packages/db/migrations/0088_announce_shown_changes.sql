-- Pages show an email that is to be moved like one that was moved. So the move itself is not announced:
-- an announcement wakes the listening connection of every process, also of every worker.
create or replace trigger decisions_changed after update of outcome, state, restored_by on decisions
  for each row when (new.outcome <> 'keep'
    and (new.outcome, case new.state when 'pending' then 'set-aside' else new.state end, new.restored_by)
    is distinct from
    (old.outcome, case old.state when 'pending' then 'set-aside' else old.state end, old.restored_by))
  execute function announce_decision();
