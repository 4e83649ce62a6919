-- Messages from the contact form of the public site. Jobs carry the id and not the text. A row is
-- deleted after 90 days.
create table contact_messages (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  email       text not null,
  message     text not null,
  received_at timestamptz not null
);

create index contact_messages_expired on contact_messages (received_at);
