-- Connections that were begun. Only the login session that began one can finish it, at the same
-- provider, once, within ten minutes. The outcome is kept for a while: whoever loads the
-- callback again is led to the same place. Of the state only the hash is kept.
create table oauth_attempts (
  id            uuid primary key default gen_random_uuid(),
  user_id       uuid not null references users (id) on delete cascade,
  session_id    uuid not null references sessions (id) on delete cascade,
  provider      text not null check (provider in ('gmail', 'microsoft')),
  state_hash    text not null unique,
  nonce         text not null,
  -- Sealed as tokens are: with the code it would open the mailbox.
  code_verifier text not null,
  key_version   integer not null,
  -- The provider wants to hear the same one twice, whatever an admin has set meanwhile.
  redirect_url  text not null,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  outcome       text
);

create index oauth_attempts_user on oauth_attempts (user_id);
create index oauth_attempts_session on oauth_attempts (session_id);
create index oauth_attempts_expired on oauth_attempts (expires_at);
