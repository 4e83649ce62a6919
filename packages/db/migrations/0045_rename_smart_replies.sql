alter table smart_replies rename column header_id to rfc_message_id;

alter table smart_replies rename constraint smart_replies_check to smart_replies_message_id_if_bounced;
alter index smart_replies_header rename to smart_replies_rfc_message_id;
