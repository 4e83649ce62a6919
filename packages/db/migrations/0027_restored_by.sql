-- Who restored the message: the user, or the sender by replying "We've met before".
alter table decisions add column restored_by text check (restored_by in ('user', 'sender'));

update decisions set restored_by = 'user' where state = 'restored';

-- Recent appeals, for their limit.
create index smart_replies_appealed on smart_replies (user_id, appealed_at) where appealed_at is not null;
