-- Whose day a count is of: the user's own, by the zone their browser named last. UTC until then.
alter table users add column time_zone text not null default 'UTC';
