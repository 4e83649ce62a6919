-- The customers of deleted users, which are deleted after their last payment.
create index customers_ended on customers (id) where user_id is null and ended_at is not null;
