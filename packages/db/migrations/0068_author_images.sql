-- Pictures of authors. A picture never changes; a new one gets a new id.
create table author_images (
  picture_id uuid not null,
  -- Size and format, such as 160x160.webp.
  name       text not null,
  author_id  uuid not null references authors (id) on delete cascade,
  bytes      bytea not null,
  primary key (picture_id, name)
);
create index author_images_author on author_images (author_id);
