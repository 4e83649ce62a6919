-- Contact-form messages are not reported to the provider. Until all processes are updated, rows written
-- by the previous version have false, so their reported messages still go to junk.
alter table decisions
  add column via_contact_form boolean not null default false;
