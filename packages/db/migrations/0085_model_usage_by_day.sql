-- Deletion goes by day.
create index user_model_usage_day on user_model_usage (day_on);
