-- What a user pays for, as the payment provider last reported it. Plans are derived from it.
create table subscriptions (
  user_id  uuid primary key references users (id) on delete cascade,
  status   text not null check (status in ('active', 'past_due', 'unpaid', 'incomplete', 'canceled')),
  interval text not null check (interval in ('monthly', 'yearly')),
  -- End of the paid period.
  ends_at  timestamptz not null
);
