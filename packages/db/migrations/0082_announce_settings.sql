-- Tracking codes, and the consent bar that goes with them.
create trigger settings_announced after insert or update or delete on settings
  for each statement execute function announce_site();
