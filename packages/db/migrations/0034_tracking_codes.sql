-- Markup of the operator's marketing tools, as an admin entered it. Sanitised whenever it is read.
alter table settings
  add column tracking_code_head       text not null default '',
  add column tracking_code_body_start text not null default '',
  add column tracking_code_body_end   text not null default '';
