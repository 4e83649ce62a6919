-- Once a day, recent decisions are compared with where their messages are.
alter table mailboxes
  add column reconciled_at timestamptz,
  -- The next reconciliation begins after this decision. Null: at the first one.
  add column reconciled_up_to uuid;
