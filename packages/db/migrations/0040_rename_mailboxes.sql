alter table mailboxes rename column subject to provider_account_id;
alter table mailboxes rename column own_addresses_at to own_addresses_loaded_at;
alter table mailboxes rename column lost_told_at to loss_notified_at;

alter table mailboxes
  rename constraint mailboxes_provider_subject_key to mailboxes_provider_provider_account_id_key;
alter table mailboxes rename constraint mailboxes_check to mailboxes_next_check_unless_lost;
