-- What a provider has given us for one mailbox: the tokens, and its promise to tell us of
-- changes until a certain time. A table of its own, because it outlives the mailbox: whoever
-- disconnects is done at once, and a grant that no mailbox holds is given back by a job, as
-- often as it takes. It names no user.
create table grants (
  id                      uuid primary key default gen_random_uuid(),
  provider                text not null check (provider in ('gmail', 'microsoft')),
  -- The provider's id of the person: addresses can change hands.
  subject                 text not null,
  -- Both sealed with AES-256-GCM under the key of this version, and worth nothing in another row.
  access_token            text not null,
  refresh_token           text not null,
  key_version             integer not null,
  access_token_expires_at timestamptz not null,
  push_id                 text,
  push_expires_at         timestamptz,
  -- Since when no mailbox holds it, as far as we have noticed.
  ended_at                timestamptz,
  check ((push_id is null) = (push_expires_at is null))
);

-- A mailbox that is connected again takes back what was about to be given up.
create index grants_subject on grants (provider, subject);
-- Rotation works through what older keys have sealed.
create index grants_key on grants (key_version, id);
