-- A message of a blocked sender is filtered without being judged: it has no score.
alter table decisions drop constraint decisions_check2;
update decisions set score = null, category = null, signals = '{}', lessons = '{}' where reason = 'blocked-sender';
alter table decisions
  add constraint decisions_told check (outcome = 'keep' or (received_at is not null and subject is not null)),
  add constraint decisions_judged check (reason <> 'cold-outreach' or (score is not null and category is not null));
