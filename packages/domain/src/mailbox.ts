/** Who keeps a mailbox. */
export const providers = ['gmail', 'microsoft'] as const
export type Provider = (typeof providers)[number]

/** How far the first scan of a new mailbox has come. */
export const syncStatuses = ['waiting', 'syncing', 'synced'] as const
export type SyncStatus = (typeof syncStatuses)[number]

/** What keeps us from a mailbox. */
export const mailboxProblems = [
  /** Our access was taken away: only the user can give it back. */
  'needs-reconnect',
  /** The provider does not answer, or asks for patience. We go on trying. */
  'out-of-reach',
  /** The provider answers, and will not let us. We go on trying, but somebody has to look at it. */
  'refused',
] as const
export type MailboxProblem = (typeof mailboxProblems)[number]
