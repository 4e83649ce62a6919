-- The password is right and the second factor is missing. Not in sessions: nothing that reads
-- sessions can mistake such a row for one.
create table pending_sign_ins (
  -- Hash of the token in the browser's cookie.
  token_hash   text primary key,
  user_id      uuid not null references users (id) on delete cascade,
  -- What a passkey has to sign.
  challenge    text,
  -- Whether the password was given, or another provider vouched for the user.
  has_password boolean not null,
  expires_at   timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expiry on pending_sign_ins (expires_at);

-- The secret that an authenticator app shares with us.
create table totp_secrets (
  user_id      uuid primary key references users (id) on delete cascade,
  -- Sealed with AES-256-GCM. It can be opened for this row only.
  secret       text not null,
  key_version  integer not null,
  -- When the user entered a first code. Until then the secret is not asked for.
  confirmed_at timestamptz,
  -- The 30 seconds whose code was used last. An earlier or the same code is refused.
  last_step    bigint not null default 0
);
create index totp_secrets_key on totp_secrets (key_version);

-- For users without their phone. Each code works once.
create table recovery_codes (
  user_id   uuid not null references users (id) on delete cascade,
  code_hash text not null,
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id            uuid primary key default gen_random_uuid(),
  user_id       uuid not null references users (id) on delete cascade,
  -- The authenticator's name for it, in base64url.
  credential_id text not null unique,
  public_key    bytea not null,
  -- Counts signatures, if the authenticator does. A lower number betrays a copy.
  counter       bigint not null,
  -- How the browser reaches the authenticator: usb, internal, hybrid …
  transports    text[] not null,
  -- The user's own name for it.
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_user on passkeys (user_id);
