-- Articles show their authors.
create trigger authors_announced after insert or update or delete on authors
  for each statement execute function announce_site();
