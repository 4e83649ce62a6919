import { MailboxId } from '@doorman/domain/ids'
import { mailboxProblems, providers, syncStatuses, type Provider } from '@doorman/domain/mailbox'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** One connected mailbox, which the screens call an account. */
export const ConnectedAccount = z.object({
  id: MailboxId,
  email: z.string(),
  /** Whether the plan has room for it. */
  isActive: z.boolean(),
  /** Whether its user wants a rest. */
  isPaused: z.boolean(),
  /** Whether its mail is only judged, and none of it moved. */
  isObserveOnly: z.boolean(),
  /** Of the first scan; the numbers count its messages. */
  syncStatus: z.enum(syncStatuses),
  syncProgress: z.number(),
  syncTotal: z.number(),
  createdAt: z.iso.datetime(),
  /** When it last let us in. */
  lastSyncedAt: z.nullable(z.iso.datetime()),
  /** When we look again by ourselves; `null` while we do not: paused, inactive, or in need of a new connection. */
  nextCheckAt: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.enum(mailboxProblems)),
})
export type ConnectedAccount = z.infer<typeof ConnectedAccount>

/**
 * What the address of the landing page may say in `error` after a connection
 * failed. Those without a wording of SPEC's own are no longer than ten
 * characters, which SPEC words as a whole, or worded by the page.
 */
export const connectionErrors = [
  'access_denied',
  'missing_params',
  /** Some permissions were unticked. */
  'consent_incomplete',
  /** The mailbox belongs to another user here. */
  'mailbox_taken',
  /** The plan has no room for one more. */
  'limit_reached',
  /** Too late, used before, or begun in another browser. */
  'expired',
  /** The provider could not be reached, or made no sense. */
  'failed',
] as const
export type ConnectionError = (typeof connectionErrors)[number]

const Nothing = z.object({})
const OneAccount = z.object({ id: MailboxId })

function toAccountCalls(provider: Provider, name: string) {
  const accounts = `/api/${provider}-accounts` as const
  return {
    list: endpoint({
      method: 'GET',
      path: accounts,
      summary: `The connected ${name} accounts`,
      input: Nothing,
      reply: z.array(ConnectedAccount),
    }),
    /**
     * The browser goes to `authUrl`. With `accountId` an account that is already
     * there is connected again; with `isObserveOnly` none of its mail is moved,
     * from the first scan on. The plan's limit is a 403 with `upgradeRequired`.
     */
    connect: endpoint({
      method: 'POST',
      path: `/api/${provider}/connect`,
      summary: `Begin to connect a ${name} account`,
      input: z.object({
        accountId: z.optional(MailboxId),
        isObserveOnly: z.optional(z.boolean()),
      }),
      reply: z.object({ authUrl: z.url() }),
    }),
    pause: endpoint({
      method: 'PATCH',
      path: `${accounts}/:id/pause`,
      summary: `Leave a ${name} account alone for a while`,
      input: OneAccount,
      reply: Nothing,
    }),
    unpause: endpoint({
      method: 'PATCH',
      path: `${accounts}/:id/unpause`,
      summary: `Look after a ${name} account again`,
      input: OneAccount,
      reply: Nothing,
    }),
    disconnect: endpoint({
      method: 'DELETE',
      path: `${accounts}/:id`,
      summary: `Disconnect a ${name} account and forget it`,
      input: OneAccount,
      reply: Nothing,
    }),
  }
}

/** The same five calls for each provider. */
export const accountCalls = {
  gmail: toAccountCalls('gmail', 'Gmail'),
  microsoft: toAccountCalls('microsoft', 'Microsoft'),
} as const satisfies Record<Provider, unknown>

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

/** For a plan with room for one: this one is looked after, the others are kept. */
export const setActiveAccount = endpoint({
  method: 'POST',
  path: '/api/accounts/set-active',
  summary: 'Choose the account that the free plan looks after',
  input: z.object({ accountId: MailboxId, accountType: z.enum(providers) }),
  reply: Nothing,
})

/** The video to show before somebody connects; SPEC calls Gmail's provider Google here. */
export const loadAuthGuide = endpoint({
  method: 'GET',
  path: '/api/auth-guide-settings',
  summary: 'Whether to show a video before connecting, and which',
  input: z.object({ provider: z.enum(['google', 'microsoft']) }),
  reply: z.object({ enabled: z.boolean(), videoUrl: z.string() }),
})
