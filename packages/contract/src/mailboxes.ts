import { MailboxId } from '@doorman/domain/ids'
import {
  mailboxProblems,
  mailProviders,
  syncStatuses,
  type MailProvider,
} from '@doorman/domain/mail/mailbox'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** One connected mailbox, called an account in the app. */
export const ConnectedAccount = z.object({
  id: MailboxId,
  email: z.string(),
  /** `false` while it exceeds the plan's limit. */
  isActive: z.boolean(),
  /** Paused by the user. */
  isPaused: z.boolean(),
  /** Messages are judged and recorded, but not moved. */
  isObserveOnly: z.boolean(),
  /** State of the first scan, and how many of its messages are done. */
  syncStatus: z.enum(syncStatuses),
  syncProgress: z.number(),
  syncTotal: z.number(),
  createdAt: z.iso.datetime(),
  /** When we last reached the mailbox. */
  lastSyncedAt: z.nullable(z.iso.datetime()),
  /** Next scheduled check; `null` while the account is paused, inactive or must be reconnected. */
  nextCheckAt: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.enum(mailboxProblems)),
  /** Emails checked since it was connected, the first scan included. */
  checked: z.number(),
  /** Emails found while it was observe-only that are still in the inbox and not kept by the user. */
  wouldMove: z.number(),
  /** While we learn whom the user writes to: how many sent messages are read, of how many. */
  indexProgress: z.nullable(z.object({ read: z.number(), total: z.number() })),
})
export type ConnectedAccount = z.infer<typeof ConnectedAccount>

/**
 * Values of `?error=` on the landing page after a failed connection. The page has its own
 * sentence for some of them. It shows a general one for other values of up to ten characters,
 * and longer values as they are: so a code without its own sentence must not be longer.
 */
export const connectionErrors = [
  'access_denied',
  'missing_params',
  /** The user unticked some of the permissions. */
  'consent_incomplete',
  /** The account has no mailbox, for example no licence for one. */
  'no_mailbox',
  /** The mailbox belongs to another user here. */
  'mailbox_taken',
  /** The plan's limit of accounts is reached. */
  'limit_reached',
  /** The attempt timed out, was completed before, or was started in another browser. */
  'expired',
  /** The provider could not be reached, or its reply was invalid. */
  'failed',
] as const
export type ConnectionError = (typeof connectionErrors)[number]

const Nothing = z.object({})
const OneAccount = z.object({ id: MailboxId })

function makeAccountCalls(provider: MailProvider, name: string) {
  const accounts = `/api/${provider}-accounts` as const
  return {
    list: endpoint({
      method: 'GET',
      path: accounts,
      summary: `List the connected ${name} accounts`,
      input: Nothing,
      reply: z.array(ConnectedAccount),
      isPolled: true,
    }),
    /**
     * The browser then navigates to `authUrl`. `accountId` reconnects an existing account.
     * `isObserveOnly` applies from the first scan on. Replies 403 with `upgradeRequired` at
     * the plan's limit.
     */
    connect: endpoint({
      method: 'POST',
      path: `/api/${provider}/connect`,
      summary: `Start connecting a ${name} account`,
      input: z.object({
        accountId: z.optional(MailboxId),
        isObserveOnly: z.optional(z.boolean()),
      }),
      reply: z.object({ authUrl: z.url() }),
    }),
    pause: endpoint({
      method: 'PATCH',
      path: `${accounts}/:id/pause`,
      summary: `Pause a ${name} account`,
      input: OneAccount,
      reply: Nothing,
    }),
    unpause: endpoint({
      method: 'PATCH',
      path: `${accounts}/:id/unpause`,
      summary: `Resume a ${name} account`,
      input: OneAccount,
      reply: Nothing,
    }),
    disconnect: endpoint({
      method: 'DELETE',
      path: `${accounts}/:id`,
      summary: `Disconnect a ${name} account and delete its data`,
      input: OneAccount,
      reply: Nothing,
    }),
  }
}

/** The same five calls for each provider. */
export const accountCalls = {
  gmail: makeAccountCalls('gmail', 'Gmail'),
  microsoft: makeAccountCalls('microsoft', 'Microsoft'),
} as const satisfies Record<MailProvider, unknown>

export const {
  list: listGmailAccounts,
  connect: connectGmail,
  pause: pauseGmailAccount,
  unpause: unpauseGmailAccount,
  disconnect: disconnectGmailAccount,
} = accountCalls.gmail

export const {
  list: listMicrosoftAccounts,
  connect: connectMicrosoft,
  pause: pauseMicrosoftAccount,
  unpause: unpauseMicrosoftAccount,
  disconnect: disconnectMicrosoftAccount,
} = accountCalls.microsoft

/**
 * On a plan with one active account: activates this one and deactivates the others, which are kept.
 */
export const setActiveAccount = endpoint({
  method: 'POST',
  path: '/api/accounts/set-active',
  summary: 'Choose the account that is active on the free plan',
  input: z.object({ accountId: MailboxId, accountType: z.enum(mailProviders) }),
  reply: Nothing,
})

/**
 * The page at Microsoft where an administrator allows access for an organisation. It names no user,
 * because users send it on.
 */
export const loadAdminConsent = endpoint({
  method: 'GET',
  path: '/api/microsoft/admin-consent',
  summary: 'Load the link for administrators of a Microsoft organization',
  input: Nothing,
  reply: z.object({ url: z.url() }),
})

/** The video to show before connecting. This call says `google` where the others say `gmail`. */
export const loadAuthGuide = endpoint({
  method: 'GET',
  path: '/api/auth-guide-settings',
  summary: 'Load the video to show before connecting',
  input: z.object({ provider: z.enum(['google', 'microsoft']) }),
  reply: z.object({ enabled: z.boolean(), videoUrl: z.string() }),
})
