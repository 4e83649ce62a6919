alter table decisions rename column message_id to provider_message_id;
alter table decisions rename column header_id to rfc_message_id;
alter table decisions rename column may_respond to may_reply;
alter table decisions rename column acted_at to moved_at;
alter table decisions rename column said_at to action_at;
alter table decisions rename column moving_until to leased_until;

-- The state 'done' becomes 'set-aside': the message is where we put filtered mail.
alter table decisions drop constraint decisions_state_check;
update decisions set state = 'set-aside' where state = 'done';
alter table decisions
  add constraint decisions_state_check
  check (state in ('pending', 'set-aside', 'restored', 'spam', 'gone'));

alter table decisions rename constraint decisions_mailbox_id_message_id_key
  to decisions_mailbox_id_provider_message_id_key;
alter table decisions rename constraint decisions_check to decisions_state_if_filtered;
alter table decisions rename constraint decisions_check1 to decisions_reply_only_if_filtered;
alter table decisions rename constraint decisions_check3 to decisions_no_headers_if_kept;
alter table decisions rename constraint decisions_told to decisions_headers_unless_kept;
alter table decisions rename constraint decisions_judged to decisions_verdict_if_cold;
alter index decisions_unheeded rename to decisions_action_pending;

-- Two of the reasons learned from a user's actions get the words that the code uses.
update decisions
set lessons = array_replace(
  array_replace(lessons, 'wish-restored', 'request-restored'),
  'wish-reported', 'request-reported'
)
where lessons && array['wish-restored', 'wish-reported'];
