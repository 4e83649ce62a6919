import type { Classifier } from '@doorman/classifier/classifier'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { once } from '@doorman/domain/screening/fact'
import { findKeepReason } from '@doorman/domain/screening/keep-rules'
import { deservesSecondOpinion } from '@doorman/domain/screening/verdict'
import { secondMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import type { Mailbox, ReceivedMessage } from '@doorman/mail/mailbox'
import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../ports/context.ts'
import { findAppeal } from '../appeals/find-appeal.ts'
import { judge } from './judge.ts'
import { attributeReceived } from './load-attributed.ts'
import type { PageFacts } from './page-facts.ts'
import type { Preferences } from './preferences.ts'
import { keep, type Screening } from './screening.ts'

/** A mailbox whose messages are screened, as it was when that began. */
export type ScreenedMailbox = {
  readonly row: MailboxRow
  readonly preferences: Preferences
  readonly mailbox: Mailbox
}

/** A message that a sync found. */
export type Arrival = {
  readonly providerMessageId: ProviderMessageId
  readonly isNewArrival: boolean
  readonly wasMovedToInbox: boolean
}

/** Longer than a page takes unless the provider is slow, and much shorter than a job may run. */
const maxPageMs = 30 * secondMs

/**
 * The quick way: screens several messages in memory, the way `screenOne` does. Anything unusual goes the
 * careful way, so a message is missing in the result if its screening fails, if it needs a second
 * opinion or the complete index of correspondents, or if the page takes too long.
 */
export async function screenPage(
  ctx: Context,
  screened: ScreenedMailbox,
  arrivals: readonly (Arrival & { readonly received: ReceivedMessage })[],
  facts: PageFacts,
): Promise<ReadonlyMap<ProviderMessageId, Screening>> {
  const classifier = toQuickClassifier(ctx, screened)
  const screenings = new Map<ProviderMessageId, Screening>()
  const startedAt = ctx.now().getTime()
  // Oldest first: a message may follow up on another one of the same page.
  const oldestFirst = arrivals.toSorted(
    (one, other) => one.received.receivedAt.getTime() - other.received.receivedAt.getTime(),
  )
  for (const arrival of oldestFirst) {
    if (ctx.now().getTime() - startedAt > maxPageMs) break
    // Other jobs of the process get a turn between two messages.
    await setImmediate()
    // An error is not reported here: the careful way fails the same way, and reports it.
    const screening = await screenOne(ctx, screened, arrival, facts, classifier).catch(() => null)
    if (screening === null || screening === 'index-incomplete') continue
    screenings.set(arrival.providerMessageId, screening)
    facts.remember(screening)
  }
  return screenings
}

/** Both ways to screen a message end here. `index-incomplete`: only the complete index can tell. */
export async function screenOne(
  ctx: Context,
  { row, preferences, mailbox }: ScreenedMailbox,
  {
    received,
    isNewArrival,
    wasMovedToInbox,
  }: Omit<Arrival, 'providerMessageId'> & { readonly received: ReceivedMessage },
  facts: PageFacts,
  classifier: Classifier,
): Promise<Screening | 'index-incomplete'> {
  const known = facts.factsOf(received)
  const findReply = once(() => findAppeal(ctx, { row, received, known, isPro: preferences.isPro }))
  const reason = await findKeepReason(['arrival'], {
    sender: received.message.from?.address ?? null,
    isInInbox: received.location === 'inbox',
    arrival: {
      isNewArrival,
      ageMs: ctx.now().getTime() - received.receivedAt.getTime(),
      ageAtConnectionMs: row.createdAt.getTime() - received.receivedAt.getTime(),
      wasMovedToInbox: wasMovedToInbox || received.wasDeliveredElsewhere === true,
    },
    isAppeal: async () => (await findReply()) !== null,
  })
  if (reason === null) return judge(classifier, { row, mailbox, preferences, received, known })
  if (reason === 'not-in-inbox') return keep(reason)
  const appealedReply = reason === 'appeal' ? await findReply() : null
  return { ...keep(reason, received), ...(appealedReply !== null && { appealedReply }) }
}

/** The local model and, with Pro, a language model for messages it is unsure about. */
export function toCarefulClassifier(
  ctx: Context,
  { row, preferences }: Pick<ScreenedMailbox, 'row' | 'preferences'>,
): Classifier {
  return preferences.isPro ? ctx.cascadeFor(row.userId) : ctx.classifier
}

/** Asks no language model, which may take seconds: a message that needs one fails. */
function toQuickClassifier(ctx: Context, screened: ScreenedMailbox): Classifier {
  if (toCarefulClassifier(ctx, screened) === ctx.classifier) return ctx.classifier
  return {
    async classify(message) {
      const verdict = await ctx.classifier.classify(message)
      if (deservesSecondOpinion(verdict)) throw new Error('The message needs a second opinion')
      return verdict
    },
  }
}

/** Loads a page for the quick way. A message that is missing in the result goes the careful way. */
export async function loadPage(
  mailbox: Mailbox,
  row: MailboxRow,
  ids: readonly ProviderMessageId[],
): Promise<ReadonlyMap<ProviderMessageId, ReceivedMessage>> {
  const page = new Map<ProviderMessageId, ReceivedMessage>()
  for (const [id, loaded] of await loadOrNone(mailbox, ids)) {
    // Recognising a contact form is synchronous work, so other jobs get a turn between two messages.
    await setImmediate()
    if (!(loaded instanceof MailError)) page.set(id, attributeReceived(loaded, row))
  }
  return page
}

async function loadOrNone(mailbox: Mailbox, ids: readonly ProviderMessageId[]) {
  try {
    return await mailbox.loadMessages(ids)
  } catch (error) {
    if (error instanceof MailError) return []
    throw error
  }
}
