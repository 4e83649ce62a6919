-- How often somebody has tried something, so that limits hold across processes and restarts.
-- Unlogged: losing the counters in a crash costs nothing. Keys are hashes, never addresses.
create unlogged table rate_limits (
  key    text primary key,
  points integer not null default 0,
  expire bigint
);

create index rate_limits_expired on rate_limits (expire);
