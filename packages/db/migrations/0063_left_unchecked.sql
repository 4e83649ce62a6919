-- A message that could not be checked stays in the inbox. An admin may have it judged again, or
-- leave it there for good, which this column records.
alter table decisions add column left_unchecked_at timestamptz;
