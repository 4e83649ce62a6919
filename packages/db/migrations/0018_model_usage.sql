-- What the questions to a language model have used on a day, in all and for each user, so that
-- several processes, and the same one after a restart, keep to the same limits.
create table model_usage (
  day_on    date primary key,
  tokens    bigint not null default 0,
  -- Millionths of a dollar.
  micro_usd bigint not null default 0
);

create table user_model_usage (
  user_id   uuid not null references users (id) on delete cascade,
  day_on    date not null,
  tokens    bigint not null default 0,
  micro_usd bigint not null default 0,
  primary key (user_id, day_on)
);
