-- Counters of the rate limits, shared by all processes and kept across restarts. Unlogged, because
-- losing them in a crash does no harm. Keys contain hashes, never addresses.
create unlogged table rate_limits (
  key    text primary key,
  points integer not null default 0,
  expire bigint
);

create index rate_limits_expired on rate_limits (expire);
