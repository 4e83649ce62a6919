alter table link_tokens
  drop constraint link_tokens_purpose_check,
  add constraint link_tokens_purpose_check check (purpose in (
    'verify-email', 'reset-password', 'restore', 'confirm-old-address', 'confirm-new-address',
    'export')),
  -- The change that a link confirms.
  add column address_change_id uuid references address_changes (id) on delete cascade,
  -- What the download of a link contains.
  add column export_format text check (export_format in ('json', 'csv'));
create index link_tokens_address_change on link_tokens (address_change_id)
  where address_change_id is not null;
