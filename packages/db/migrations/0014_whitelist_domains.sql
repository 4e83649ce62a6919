-- Domains whose mail is never filtered, in the form in which domains are compared.
create table whitelist_domains (
  user_id  uuid not null references users (id) on delete cascade,
  domain   text not null,
  added_at timestamptz not null,
  primary key (user_id, domain)
);
