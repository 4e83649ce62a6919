-- A deleted article keeps its row, so that it can be restored and an import does not bring it back.
alter table posts
  add column deleted_at timestamptz,
  -- An admin uploaded the cover, so it is not painted.
  add column has_uploaded_cover boolean not null default false;
