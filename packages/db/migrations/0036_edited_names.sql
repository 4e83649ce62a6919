-- Admins can edit authors and categories. Imports do not overwrite edited rows.
alter table authors    add column is_edited boolean not null default false;
alter table categories add column is_edited boolean not null default false;
