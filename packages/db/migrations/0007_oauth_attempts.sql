-- Connections that a user has started. Only the same login session can finish one, at the same
-- provider, once, within ten minutes. The outcome is kept for a day: a reload of the callback shows
-- the same result. Only the hash of the state is stored.
create table oauth_attempts (
  id            uuid primary key default gen_random_uuid(),
  user_id       uuid not null references users (id) on delete cascade,
  session_id    uuid not null references sessions (id) on delete cascade,
  provider      text not null check (provider in ('gmail', 'microsoft')),
  state_hash    text not null unique,
  nonce         text not null,
  -- Sealed like tokens: together with the code it gives access to the mailbox.
  code_verifier text not null,
  key_version   integer not null,
  -- The provider requires the same URL in both steps, even if an admin changes it in between.
  redirect_url  text not null,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  outcome       text
);

create index oauth_attempts_user on oauth_attempts (user_id);
create index oauth_attempts_session on oauth_attempts (session_id);
create index oauth_attempts_expired on oauth_attempts (expires_at);
