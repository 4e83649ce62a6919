-- Our access to one mailbox at its provider: tokens and push subscription. A separate table because
-- a grant outlives its mailbox: a disconnect takes effect at once, and a job revokes the grant
-- later, with retries. The table does not name the user.
create table grants (
  id                      uuid primary key default gen_random_uuid(),
  provider                text not null check (provider in ('gmail', 'microsoft')),
  -- The provider's id of the person. An address can be given to another person; this id cannot.
  subject                 text not null,
  -- Both sealed with AES-256-GCM by the key of this version, for this row only.
  access_token            text not null,
  refresh_token           text not null,
  key_version             integer not null,
  access_token_expires_at timestamptz not null,
  push_id                 text,
  push_expires_at         timestamptz,
  -- When we noticed that no mailbox uses it any more.
  ended_at                timestamptz,
  check ((push_id is null) = (push_expires_at is null))
);

-- Reconnecting a mailbox deletes grants that were about to be revoked.
create index grants_subject on grants (provider, subject);
-- Key rotation reads the rows that older keys have sealed.
create index grants_key on grants (key_version, id);
