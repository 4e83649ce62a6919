alter table emails
  drop constraint emails_kind_check,
  add constraint emails_kind_check check (kind in (
    'verify-email', 'reset-password', 'set-password', 'password-set', 'password-changed',
    'address-taken', 'welcome', 'sender-let-in', 'mailbox-lost', 'trial-reminder', 'plan-ended',
    'subscription-confirmed', 'payment-failed', 'weekly-report', 'new-user',
    'second-factor-changed', 'confirm-old-address', 'confirm-new-address', 'address-changed',
    'sign-in-linked'));
