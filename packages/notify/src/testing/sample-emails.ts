import type { Email } from '../notify.ts'

const site = 'https://doorman.example'

/** One email of each kind. */
export const sampleEmails: {
  readonly [Kind in Email['kind']]: Email & { readonly kind: Kind }
} = {
  'verify-email': { kind: 'verify-email', url: `${site}/verify-email?token=a_b-c` },
  'reset-password': { kind: 'reset-password', url: `${site}/reset-password?token=a_b-c` },
  'set-password': { kind: 'set-password', url: `${site}/set-password?token=a_b-c` },
  'password-set': { kind: 'password-set', url: `${site}/forgot-password` },
  'password-changed': { kind: 'password-changed', url: `${site}/forgot-password` },
  'second-factor-changed': { kind: 'second-factor-changed', url: `${site}/forgot-password` },
  'sign-in-linked': { kind: 'sign-in-linked', url: `${site}/account-settings` },
  'address-taken': { kind: 'address-taken', url: `${site}/forgot-password` },
  welcome: { kind: 'welcome', url: `${site}/accounts` },
  'confirm-old-address': {
    kind: 'confirm-old-address',
    url: `${site}/confirm-address?token=a_b-c`,
    newAddress: 'ann@new.example',
  },
  'confirm-new-address': {
    kind: 'confirm-new-address',
    url: `${site}/confirm-address?token=a_b-c`,
    newAddress: 'ann@new.example',
  },
  'address-changed': {
    kind: 'address-changed',
    url: `${site}/#contact`,
    newAddress: 'ann@new.example',
  },
  farewell: { kind: 'farewell', url: `${site}/privacy-policy`, deletedBy: 'user' },
  'sender-let-in': {
    kind: 'sender-let-in',
    url: `${site}/filtered-emails`,
    address: 'pat@vendor.example',
  },
  'mailbox-lost': { kind: 'mailbox-lost', url: `${site}/accounts`, address: 'ann@example.com' },
  'trial-reminder': {
    kind: 'trial-reminder',
    url: `${site}/billing`,
    daysLeft: 7,
    endsOn: 'November 30',
    mailboxCount: 3,
    hasAgreedToReplies: true,
    canSubscribe: true,
  },
  'plan-ended': {
    kind: 'plan-ended',
    url: `${site}/billing`,
    ended: 'trial',
    address: 'ann@example.com',
    isFiltered: true,
    idleCount: 2,
    hasAgreedToReplies: false,
    canSubscribe: true,
  },
  'subscription-confirmed': {
    kind: 'subscription-confirmed',
    url: `${site}/billing`,
    interval: 'yearly',
    nextBillingOn: 'November 30, 2027',
  },
  'payment-failed': {
    kind: 'payment-failed',
    url: `${site}/billing`,
    amount: '$9',
    graceEndsOn: 'December 31',
  },
  'weekly-report': {
    kind: 'weekly-report',
    url: `${site}/filtered-emails`,
    week: 'November 9 to 15',
    processed: 1310,
    filtered: 142,
    byCategory: [
      { category: 'sales', count: 104 },
      { category: 'recruiter', count: 25 },
      { category: 'investor', count: 9 },
      { category: 'other', count: 4 },
    ],
    timeSaved: '36 minutes',
    leastCertain: [
      {
        sender: 'Priya Raman <priya@northwind.example>',
        subject: 'Following up on the warehouse numbers you asked about',
        confidencePercent: 71,
        restoreUrl: `${site}/restore?token=one`,
      },
      {
        sender: 'Tom Okafor <tom.okafor@summit-events.example>',
        subject: 'Speaking slot in June?',
        confidencePercent: 73,
        restoreUrl: `${site}/restore?token=two`,
      },
      {
        sender: 'talent@brightpath.example',
        subject: 'Head of Engineering, Rotterdam',
        confidencePercent: 74,
        restoreUrl: `${site}/restore?token=three`,
      },
      {
        sender: 'Lena Fuchs <lena@fuchs-partner.example>',
        subject: '',
        confidencePercent: 78,
        restoreUrl: `${site}/restore?token=four`,
      },
      {
        sender: 'Sam Whitfield <sam@whitfield.example>',
        subject: 'Intro from the Lisbon meetup',
        confidencePercent: 80,
        restoreUrl: `${site}/restore?token=five`,
      },
    ],
  },
  'new-user': {
    kind: 'new-user',
    url: `${site}/admin`,
    address: 'ann@example.com',
    userCount: 1204,
  },
  'contact-message': {
    kind: 'contact-message',
    name: 'Noor Haddad',
    email: 'noor@example.com',
    message: 'Hello,\n\ndoes it work with shared mailboxes?\n\nNoor',
    url: 'mailto:noor%40example.com',
    isPro: true,
  },
}
