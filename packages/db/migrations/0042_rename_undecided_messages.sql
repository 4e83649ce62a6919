alter table undecided_messages rename column message_id to provider_message_id;
alter table undecided_messages rename column starts to start_count;
alter table undecided_messages rename column is_news to is_new_arrival;
