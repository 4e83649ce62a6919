-- What the language model has cost per day, in total and per user. In the database so that all
-- processes share the limits, also after a restart.
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
