-- Who brought a restored message back: its user, or its sender, who answered that they have met.
alter table decisions add column restored_by text check (restored_by in ('user', 'sender'));

update decisions set restored_by = 'user' where state = 'restored';

-- How many senders were let in lately.
create index smart_replies_appealed on smart_replies (user_id, appealed_at) where appealed_at is not null;
