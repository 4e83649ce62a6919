-- Links that we email: to confirm an address or to choose a new password. Each works once, for an
-- hour. Only the hash is stored, so that reading the table opens no account.
create table link_tokens (
  token_hash text primary key,
  user_id    uuid not null references users (id) on delete cascade,
  purpose    text not null check (purpose in ('verify-email', 'reset-password')),
  expires_at timestamptz not null
);

create index link_tokens_user on link_tokens (user_id, purpose);
create index link_tokens_expired on link_tokens (expires_at);
