alter table known_senders rename to sender_reputations;
alter table sender_reputations rename column standing to reputation;
alter table sender_reputations rename column settled_at to set_at;

alter table sender_reputations
  rename constraint known_senders_pkey to sender_reputations_pkey;
alter table sender_reputations
  rename constraint known_senders_user_id_fkey to sender_reputations_user_id_fkey;
alter table sender_reputations
  rename constraint known_senders_standing_check to sender_reputations_reputation_check;
alter index known_senders_decision rename to sender_reputations_decision;
