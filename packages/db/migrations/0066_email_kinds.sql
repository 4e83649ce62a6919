alter table emails
  -- Where the email goes, if not to the user's address. Emptied when it is sent or dropped.
  add column recipient text,
  drop constraint emails_kind_check,
  add constraint emails_kind_check check (kind in (
    'verify-email', 'reset-password', 'password-changed', 'address-taken', 'welcome', 'sender-let-in',
    'mailbox-lost', 'trial-reminder', 'plan-ended', 'subscription-confirmed', 'payment-failed',
    'weekly-report', 'new-user', 'second-factor-changed', 'confirm-old-address',
    'confirm-new-address', 'address-changed', 'sign-in-linked'));
-- Deleting a user deletes what other users' emails would send to that address.
create index emails_recipient on emails (recipient) where recipient is not null;
