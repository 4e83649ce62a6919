import { productName } from '@doorman/domain/brand'
import { passwordMinLength, passwordTooShort } from '@doorman/domain/accounts/password-policy'

/** Texts that the app shows in more than one place, or whose wording is fixed. */
export const text = {
  loadingPage: 'Loading…',
  somethingWrong: { title: 'Error', description: 'Something went wrong. Please try again.' },
  offline: {
    line: 'You’re offline. Changes can’t be saved until you’re back.',
    reason: 'You’re offline. Try again when you’re back.',
  },
  unreachable: `We can’t reach ${productName}. Retrying…`,
  tryAgain: { label: 'Try again', altText: 'Try that again' },
  userChanged: {
    title: 'You’ve changed users in another tab',
    description: 'This page now shows the user who is signed in.',
  },
  sessionEnded: { title: 'You were signed out', description: 'Please log in again to continue.' },

  login: {
    done: 'Welcome back!',
    failed: { title: 'Login failed', description: 'Invalid credentials' },
  },
  register: {
    done: { title: 'Account created!', description: `Welcome to ${productName}.` },
    failed: { title: 'Registration failed', description: 'Unable to create account' },
  },
  logoutFailed: 'Failed to log out.',

  emailMissing: 'Please enter your email address',
  passwordMissing: 'Please enter your password',
  passwordHint: `At least ${passwordMinLength} characters`,
  passwordTooShort: {
    title: 'Password too short',
    description: passwordTooShort,
  },
  passwordsDiffer: {
    title: 'Passwords don’t match',
    description: 'Please make sure both passwords are the same.',
  },

  passwordUpdated: {
    title: 'Password updated',
    description: 'Other devices have been signed out.',
  },
  newPasswordsDiffer: 'New passwords do not match',
  passwordUpdateFailed: 'Failed to update password.',

  accountDeleted: {
    title: 'Account deleted',
    description: 'Your account and its data have been deleted.',
  },
  accountDeletionFailed: 'Failed to delete account.',

  linkSent: { title: 'Link sent', description: 'Check your inbox for the confirmation link.' },
  linkNotSent: 'Failed to send the link.',

  statsFailed: 'Failed to fetch stats',

  trialNotice: {
    today: 'Pro trial ends today',
    tomorrow: 'Pro trial ends tomorrow',
    later: (days: number) => `${days} days of Pro features left`,
    features: 'Unlimited emails, real-time processing, privacy protection.',
  },

  connect: { gmail: 'Connect Gmail', microsoft: 'Connect Microsoft' },
  connectFailed: {
    gmail: 'Failed to initiate Gmail connection.',
    microsoft: 'Failed to initiate Microsoft connection.',
  },
  upgrade: { label: 'Upgrade to Pro', altText: 'Upgrade to Pro on the billing page' },
  emailLimitReached: {
    title: 'Email Limit Reached',
    description:
      'You’ve reached your email account limit. Upgrade to Pro for unlimited email addresses.',
  },
  videoUnavailable: 'Video unavailable',
  accountDisconnected: {
    title: 'Account disconnected',
    description: 'Email account has been removed.',
  },
  disconnectFailed: 'Failed to disconnect account.',
  processingPaused: 'Processing paused',
  processingResumed: 'Processing resumed',
  pauseFailed: 'Failed to pause account.',
  resumeFailed: 'Failed to resume account.',
  activeAccountUpdated: 'Active account updated',
  setActiveFailed: 'Failed to update active account.',

  observeOnlyFailed: 'Failed to update observe-only mode.',

  settingsSaved: 'Settings saved',
  recruiterFilterFailed: 'Failed to update recruiter filter.',
  investorFilterFailed: 'Failed to update investor filter.',
  autoReplyFailed: 'Failed to update auto-reply setting.',
  agreementFailed: 'Failed to save your choice.',
  replyTextFailed: 'Failed to save the text.',
  domainAdded: 'Domain added',
  domainAddFailed: 'Failed to add domain to whitelist.',
  domainRemoved: 'Domain removed',
  domainRemoveFailed: 'Failed to remove domain from whitelist.',
  senderRemoved: 'Sender removed',
  senderRemoveFailed: 'Failed to remove sender.',
  lessonsReset: {
    title: 'Reset complete',
    description: `${productName} now judges your email as it did on day one.`,
  },
  lessonsResetFailed: `Failed to reset what ${productName} has learned.`,

  actionCompleted: 'Action completed',
  actionFailed: 'Failed to perform action. Please try again.',
  someActionsFailed: (emails: string) => `Couldn’t update ${emails}. Please try again.`,
  actionDone: {
    restore: {
      one: 'Email restored to inbox.',
      many: (emails: string) => `${emails} restored to inbox.`,
    },
    'report-spam': {
      one: 'Email marked as spam.',
      many: (emails: string) => `${emails} marked as spam.`,
    },
    'set-aside': {
      one: 'Email moved out of your inbox.',
      many: (emails: string) => `${emails} moved out of your inbox.`,
    },
    'put-back': {
      one: 'Email put back in your inbox.',
      many: (emails: string) => `${emails} put back in your inbox.`,
    },
    keep: {
      one: 'Email kept in your inbox. Its sender is trusted from now on.',
      many: (emails: string) =>
        `${emails} kept in your inbox. Their senders are trusted from now on.`,
    },
    undo: {
      one: 'Email set aside again.',
      many: (emails: string) => `${emails} set aside again.`,
    },
    'undo-keep': {
      one: 'Email no longer marked as kept.',
      many: (emails: string) => `${emails} no longer marked as kept.`,
    },
  },
  undo: { label: 'Undo', altText: 'Use “Change decision” in the email’s row' },

  connectionFailed: {
    title: 'Connection Failed',
    denied:
      'You must grant the required permissions to connect your email account. Please try again and make sure to check all permission boxes.',
    paramsMissing: 'Authentication failed due to missing parameters. Please try again.',
    mailboxTaken: `This mailbox is already connected to another ${productName} account.`,
    other: 'Authentication failed. Please try again.',
  },
} as const
