-- One person at Google or Microsoft signs in to one account here.
create unique index accounts_identity on accounts (provider_id, account_id);
