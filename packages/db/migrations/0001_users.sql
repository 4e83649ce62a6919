-- Who signs in, and is the tenant of everything else. The columns up to updated_at are what
-- better-auth keeps of a user; the rest is what the user has chosen and when the trial ends.
create table users (
  id                 uuid primary key default gen_random_uuid(),
  email              text not null unique check (email = lower(email)),
  name               text not null default '',
  image              text,
  email_verified     boolean not null default false,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  role               text not null default 'user' check (role in ('user', 'admin')),
  -- Set when the first mailbox is connected; the plan is derived from it, never stored.
  trial_ends_at      timestamptz,
  filter_recruiters  boolean not null default true,
  filter_investors   boolean not null default true,
  auto_reply_enabled boolean not null default false
);

-- How a user proves who they are: a password, as an argon2id hash. Sign-in credentials and
-- nothing else; connected mail accounts are mailboxes.
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

-- Who is signed in where. The token is kept as a SHA-256 hash, so a stolen copy of this table
-- signs nobody in. updated_at is the last use, by which idle login sessions end.
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
