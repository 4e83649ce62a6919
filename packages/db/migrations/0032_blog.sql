-- The blog, 'The Inbox Defender'. Articles come with the product or are written by admins.

create table authors (
  id            uuid primary key default gen_random_uuid(),
  slug          text not null unique,
  name          text not null,
  bio           text not null,
  image         text,
  linkedin_url  text,
  instagram_url text
);

create table categories (
  id          uuid primary key default gen_random_uuid(),
  slug        text not null unique,
  name        text not null,
  description text
);

create table posts (
  id                 uuid primary key default gen_random_uuid(),
  slug               text not null unique,
  title              text not null,
  meta_description   text not null,
  excerpt            text not null,
  -- Markdown. Sanitised whenever it is rendered.
  content            text not null,
  author_id          uuid not null references authors (id),
  featured_image_alt text not null,
  -- Null: a draft. In the future: scheduled.
  published_at       timestamptz,
  view_count         integer not null default 0,
  linkedin_shares    integer not null default 0,
  twitter_shares     integer not null default 0,
  facebook_shares    integer not null default 0,
  reddit_shares      integer not null default 0,
  -- Hash of the imported file. Null once an admin has edited the article.
  imported_hash      text,
  -- Counts edits: saving over a newer version is refused.
  version            integer not null default 1,
  updated_at         timestamptz not null
);

create index posts_published on posts (published_at desc, id desc) where published_at is not null;
create index posts_search on posts using gin (to_tsvector('english', title || ' ' || excerpt || ' ' || content));

create table post_categories (
  post_id     uuid not null references posts (id) on delete cascade,
  category_id uuid not null references categories (id) on delete cascade,
  position    integer not null,
  primary key (post_id, category_id)
);

create index post_categories_posts on post_categories (category_id, post_id);

-- Former slugs of articles, so that old links keep working.
create table slug_redirects (
  slug    text primary key,
  post_id uuid not null references posts (id) on delete cascade
);
