-- Sign-ins with Google or Microsoft that a browser has started. Only the same browser can finish one,
-- at the same provider, once, within ten minutes. Only hashes of the state and of the browser's cookie
-- are stored.
create table sign_in_attempts (
  id            uuid primary key default gen_random_uuid(),
  provider      text not null check (provider in ('google', 'microsoft')),
  state_hash    text not null unique,
  browser_hash  text not null,
  nonce         text not null,
  -- Sealed like tokens: together with the code it tells who the person is.
  code_verifier text not null,
  key_version   integer not null,
  -- A signed-in user who links the provider to their account. Null: a sign-in.
  user_id       uuid references users (id) on delete cascade,
  -- Refers to sessions: a later migration adds the constraint.
  session_id    uuid,
  -- The page of the app to open afterwards.
  next_path     text,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  check ((user_id is null) = (session_id is null))
);
create index sign_in_attempts_user on sign_in_attempts (user_id) where user_id is not null;
create index sign_in_attempts_session on sign_in_attempts (session_id) where session_id is not null;
create index sign_in_attempts_expired on sign_in_attempts (expires_at);
