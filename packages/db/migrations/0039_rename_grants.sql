-- 0039 to 0045 rename columns, tables, constraints and indexes to the words of docs/glossary.md.
-- The previous version cannot run on the renamed tables: stop it before you migrate.
alter table grants rename column subject to provider_account_id;

alter index grants_subject rename to grants_provider_account;
