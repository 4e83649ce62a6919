-- Days are counted in the user's time zone, which the browser sends. UTC until then.
alter table users add column time_zone text not null default 'UTC';
