-- Whose database this is: true for a demo, whose users have public passwords, false for a service.
-- Null until the first start.
alter table settings add column is_demo boolean;

-- A database that was used before: only a demo has this admin. Strangers can register the address
-- with a service, but not as an admin.
update settings set is_demo = exists (
  select from users where email = 'admin@doorman.example' and role = 'admin'
)
where exists (select from users) or exists (select from deleted_users)
  or exists (select from posts) or exists (select from contact_messages);
