-- Whether filtered senders are answered in a user's name, and with which words.
alter table users
  -- Before they have agreed, nothing is sent.
  add column replies_agreed_at timestamptz,
  -- Null: our words, whatever they come to be.
  add column reply_text        text;
