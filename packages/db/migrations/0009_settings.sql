-- Settings of admins, in a single row. Null or empty: the default.
create table settings (
  id                           boolean primary key default true check (id),
  gmail_oauth_redirect_url     text,
  microsoft_oauth_redirect_url text,
  google_guide_enabled         boolean not null default false,
  google_guide_video_url       text not null default '',
  microsoft_guide_enabled      boolean not null default false,
  microsoft_guide_video_url    text not null default ''
);

insert into settings default values;
