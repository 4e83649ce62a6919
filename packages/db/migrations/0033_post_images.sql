-- Pictures of articles, in the one place that all processes share. A picture never changes: a new
-- one gets a new id, so that browsers may keep it for good.
create table post_images (
  picture_id uuid not null,
  -- Such as 480.avif or social.png.
  name       text not null,
  post_id    uuid not null references posts (id) on delete cascade,
  bytes      bytea not null,
  primary key (picture_id, name)
);

create index post_images_posts on post_images (post_id);

-- The cover: which one, once it has been painted, and what its shapes follow from.
alter table posts
  add column picture_id uuid,
  add column cover_seed text not null default '';
