-- Messages of contact forms are not reported to the provider. The previous version leaves the column
-- at false: what it reports goes to junk, as before.
alter table decisions
  add column via_contact_form boolean not null default false;
