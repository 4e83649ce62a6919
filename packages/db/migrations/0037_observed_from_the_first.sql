-- Whoever wants a new mailbox to be observed only says so before the provider is asked, for the
-- first scan begins the moment it is connected.
alter table oauth_attempts add column is_observe_only boolean not null default false;
