export const mailProviders = ['gmail', 'microsoft'] as const
export type MailProvider = (typeof mailProviders)[number]

/** Progress of the first scan of a new mailbox. */
export const syncStatuses = ['waiting', 'syncing', 'synced'] as const

/** Why a mailbox cannot be read. */
export const mailboxProblems = [
  /** Our access was revoked. Only the user can restore it. */
  'needs-reconnect',
  /** The provider is down or limits our rate. We keep trying. */
  'out-of-reach',
  /** The provider refuses our requests. We keep trying, but an operator has to look at it. */
  'refused',
] as const
export type MailboxProblem = (typeof mailboxProblems)[number]
