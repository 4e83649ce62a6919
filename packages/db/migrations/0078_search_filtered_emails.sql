-- The search in Filtered Emails: parts of words of one mailbox. `btree_gin` allows the mailbox in the
-- same index: a search reads the entries of one mailbox, however many others contain the same words. A
-- trusted extension, as pg_trgm: the role that owns the database may create it.
do $$
begin
  create extension if not exists btree_gin;
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise exception 'Doorman needs the PostgreSQL extension btree_gin. Have an administrator of the database run: create extension btree_gin. Then run doorman migrate again. (%)', sqlerrm;
end
$$;

-- As text: the search by parts of words must not be planned as a reading of the mailbox in the order of
-- its list. Short pauses matter more than the last percent of speed, so few new entries wait to be
-- sorted in.
create index decisions_search on decisions using gin (
  (mailbox_id::text),
  (coalesce(sender_name, '') || e'\n' || coalesce(sender_address, '') || e'\n' || coalesce(subject, ''))
    gin_trgm_ops
) with (gin_pending_list_limit = 512) where outcome <> 'keep';
