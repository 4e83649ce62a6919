-- In a transaction of its own: adding the column locks out readers, too, and this takes longer.
create index decisions_unchecked on decisions (decided_at, id)
  where reason = 'could-not-be-checked' and left_unchecked_at is null;
