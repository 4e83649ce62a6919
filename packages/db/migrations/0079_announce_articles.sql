-- Web processes keep public pages in memory and render them again when their content has changed. The
-- notification carries nothing. Counting a view changes nothing else and announces nothing.
create function announce_site() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorman_site', '');
  return null;
end
$$;
create trigger posts_added_or_removed after insert or delete on posts
  for each statement execute function announce_site();
create trigger posts_changed after update on posts
  for each row when (new.view_count = old.view_count) execute function announce_site();
