-- Pictures of articles, in the database because all processes share it. A picture never changes: a
-- new one gets a new id, so browsers can cache it forever.
create table post_images (
  picture_id uuid not null,
  -- Such as 480.avif or social.png.
  name       text not null,
  post_id    uuid not null references posts (id) on delete cascade,
  bytes      bytea not null,
  primary key (picture_id, name)
);

create index post_images_posts on post_images (post_id);

-- The cover once it is painted, and the seed of its shapes.
alter table posts
  add column picture_id uuid,
  add column cover_seed text not null default '';
