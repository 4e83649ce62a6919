alter table sessions
  -- When the second factor was given in this session.
  add column second_factor_at timestamptz,
  -- When the password was last given in this session.
  add column password_at      timestamptz,
  -- What the user's passkey has to sign next, when one is added.
  add column challenge        text,
  -- The user as whom an admin views the app. No reference: the session has to notice that the user
  -- is gone.
  add column viewed_user_id   uuid,
  add column view_ends_at     timestamptz;

-- Deleting a user ends the views of admins who view the app as that user.
create index sessions_viewed_user on sessions (viewed_user_id) where viewed_user_id is not null;
