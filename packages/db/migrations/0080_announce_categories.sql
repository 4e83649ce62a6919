-- The names of categories are part of articles and lists. Each migration locks one table only.
create trigger categories_announced after insert or update or delete on categories
  for each statement execute function announce_site();
