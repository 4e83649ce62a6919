-- Admins name authors and categories too. What they wrote stays: no import writes over it.
alter table authors    add column is_edited boolean not null default false;
alter table categories add column is_edited boolean not null default false;
