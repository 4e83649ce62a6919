-- People with an account. Everything else belongs to a user. better-auth defines the columns up to
-- updated_at; the rest are our settings.
create table users (
  id                 uuid primary key default gen_random_uuid(),
  email              text not null unique check (email = lower(email)),
  name               text not null default '',
  image              text,
  email_verified     boolean not null default false,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  role               text not null default 'user' check (role in ('user', 'admin')),
  -- Set when the first mailbox is connected. The plan is derived from it and never stored.
  trial_ends_at      timestamptz,
  filter_recruiters  boolean not null default true,
  filter_investors   boolean not null default true,
  auto_reply_enabled boolean not null default false
);

-- Sign-in credentials: a password as an argon2id hash. Connected mail accounts are mailboxes.
create table accounts (
  id          uuid primary key default gen_random_uuid(),
  user_id     uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id  text not null,
  password    text,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  unique (provider_id, account_id)
);

create index accounts_user on accounts (user_id);

-- Login sessions. Only a SHA-256 hash of the token is stored, so a stolen copy of the table signs
-- no one in. updated_at is the last use, by which idle sessions end.
create table sessions (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references users (id) on delete cascade,
  token      text not null unique check (token like 'sha256:%'),
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index sessions_user on sessions (user_id);
create index sessions_expired on sessions (expires_at);
