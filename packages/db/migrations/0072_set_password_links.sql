-- A link for the first password of a user who has signed up with a provider.
alter table link_tokens
  drop constraint link_tokens_purpose_check,
  add constraint link_tokens_purpose_check check (purpose in (
    'verify-email', 'reset-password', 'set-password', 'restore', 'confirm-old-address',
    'confirm-new-address', 'export'));
