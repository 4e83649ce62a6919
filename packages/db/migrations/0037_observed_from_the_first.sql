-- Observe-only is chosen before the consent screen, because the first scan starts as soon as the
-- mailbox is connected.
alter table oauth_attempts add column is_observe_only boolean not null default false;
