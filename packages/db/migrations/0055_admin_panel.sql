-- The search for a part of an address among all users. A trusted extension: the role that owns the
-- database may create it.
do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise exception 'Doorman needs the PostgreSQL extension pg_trgm. Have an administrator of the database run: create extension pg_trgm. Then run doorman migrate again. (%)', sqlerrm;
end
$$;
create index users_address_part on users using gin (email gin_trgm_ops);

-- The list of users, by key in either order. Users whose trial has not begun come last in both.
create index users_created on users (created_at, id);
create index users_trial_first on users (coalesce(trial_ends_at, 'infinity'), id);
create index users_trial_last on users (coalesce(trial_ends_at, '-infinity'), id);

-- How many filtered emails each user has: the sum over daily_counts, which cannot be sorted by. Not
-- a column of users: a decision locks users before everything else or not at all, and this row last.
create table filtered_totals (
  user_id  uuid primary key references users (id) on delete cascade,
  filtered integer not null default 0
);
create index filtered_totals_order on filtered_totals (filtered, user_id);

create function add_filtered_total() returns trigger language plpgsql as $$
begin
  insert into filtered_totals (user_id) values (new.id);
  return null;
end
$$;
create trigger users_filtered_total after insert on users
  for each row execute function add_filtered_total();

-- Counted in a later migration, which locks daily_counts.
insert into filtered_totals (user_id) select id from users;

-- What admins have saved as tracking codes, so that a bad change can be taken back.
create table tracking_code_versions (
  id       bigint generated always as identity primary key,
  field    text not null check (field in ('trackingCodeHead', 'trackingCodeBodyStart', 'trackingCodeBodyEnd')),
  text     text not null,
  saved_at timestamptz not null,
  -- The admin, while the account exists.
  saved_by uuid references users (id) on delete set null
);
create index tracking_code_versions_latest on tracking_code_versions (field, id);
create index tracking_code_versions_admin on tracking_code_versions (saved_by);
insert into tracking_code_versions (field, text, saved_at)
select field, text, now()
  from settings
 cross join lateral (values
   ('trackingCodeHead', tracking_code_head),
   ('trackingCodeBodyStart', tracking_code_body_start),
   ('trackingCodeBodyEnd', tracking_code_body_end)
 ) as saved (field, text)
 where text <> '';
