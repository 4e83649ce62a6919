-- What admins did, in order. Each row contains the hash of the row before it, so a row that was
-- changed or removed breaks the chain. Rows hold ids, never addresses: a user can be deleted
-- without touching the chain.
create table audit_log (
  -- 1, 2, 3 … without gaps.
  id             bigint primary key,
  recorded_at    timestamptz not null,
  -- The admin. Null: the operator, at the command line.
  actor_id       uuid,
  -- The user whose account the admin was viewing.
  viewed_user_id uuid,
  act            text not null,
  -- The id of what the act is about: a user, an article, a job.
  subject_id     text,
  details        jsonb not null default '{}',
  ip             text,
  previous_hash  text not null,
  hash           text not null unique
);
create index audit_log_actor on audit_log (actor_id, id);
create index audit_log_viewed_user on audit_log (viewed_user_id, id) where viewed_user_id is not null;
create index audit_log_subject on audit_log (subject_id, id) where subject_id is not null;
create index audit_log_act on audit_log (act, id);
-- Without the requests of admins who view the app as a user: those are many.
create index audit_log_acts on audit_log (id) where act <> 'view-request';

-- Rights can be revoked from other roles only, and the service may own the table. A trigger holds
-- for its owner, too.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();
revoke all on audit_log from public;
