-- Whether filtered senders get a smart response, and its text.
alter table users
  -- Until the user has agreed, nothing is sent.
  add column replies_agreed_at timestamptz,
  -- Null: our current text.
  add column reply_text        text;
