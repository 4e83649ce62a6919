-- What people write to us by the form on the public site, until somebody has answered it. A job
-- names a row rather than carry its words; after 90 days the row is deleted.
create table contact_messages (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  email       text not null,
  message     text not null,
  received_at timestamptz not null
);

create index contact_messages_expired on contact_messages (received_at);
