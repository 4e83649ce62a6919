import { findOpenMailbox } from '@doorman/db/queries/mailboxes'
import { decisions, mailboxes, undecidedMessages, users } from '@doorman/db/schema'
import type { MailboxId, UserId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { dayMs, minuteMs, secondMs } from '@doorman/domain/time'
import type { ReceivedMessage } from '@doorman/mail/mailbox'
import { createMailAccess } from '@doorman/runtime/mail/mail-access'
import { createTransport } from '@doorman/runtime/mail/transport'
import { saveGrant } from '@doorman/services/mailboxes/connecting/save-grant'
import { indexCorrespondents } from '@doorman/services/pipeline/correspondents/index-correspondents'
import { moveMessage } from '@doorman/services/pipeline/moving/move-message'
import { screenMessage } from '@doorman/services/pipeline/screening/screen-message'
import { syncMailbox } from '@doorman/services/pipeline/sync/sync-mailbox'
import type { Context } from '@doorman/services/ports/context'
import type { MailAccess } from '@doorman/services/ports/mail-access'
import { takeAction } from '@doorman/services/user-actions/take-action'
import { demoUserMailboxes, type SceneMailbox } from '@doorman/simulators/scenes/people'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { consentToSimulated } from './consent-to-simulated.ts'
import { demoSignIns } from './seed-demo.ts'
import type { SimulatedProviders } from './simulated-providers.ts'

/** The user connected both mailboxes then. What is older was in the inbox and is the first scan. */
const connectedDaysAgo = 24
const trialDaysLeft = 9
/** For these last days the second mailbox has been observe-only. */
const observedDays = 8
const screeningDelayMs = 3 * secondMs

type OwnMailbox = { readonly provider: MailProvider; readonly address: string }

function toOwnMailbox({ provider, user, domain }: SceneMailbox): OwnMailbox {
  return {
    provider: provider === 'google' ? 'gmail' : 'microsoft',
    address: `${user}@${domain}`,
  }
}

/**
 * Gives the demo's user six weeks of history in two mailboxes. Every message goes through the real
 * pipeline, with the clock set to the time of its arrival. Does nothing once the user has connected
 * a mailbox. Call it before workers start: they would race to screen the same messages. If it is
 * interrupted, the workers screen the rest at the next start.
 */
export async function seedHistory(
  ctx: Context,
  simulated: SimulatedProviders,
  {
    own = demoUserMailboxes.map(toOwnMailbox),
    fetch = globalThis.fetch,
  }: { readonly own?: readonly OwnMailbox[]; readonly fetch?: typeof globalThis.fetch } = {},
): Promise<void> {
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, demoSignIns[0].email), isNull(users.trialEndsAt)))
  if (!user) return
  const connectedAt = daysAgo(ctx, connectedDaysAgo)
  const quick = { ...ctx, mail: openMailWithoutWaiting(ctx, simulated, fetch) }
  await ctx.db
    .update(users)
    .set({ createdAt: connectedAt, trialEndsAt: daysAgo(ctx, -trialDaysLeft) })
    .where(eq(users.id, user.id))
  const mailboxIds: MailboxId[] = []
  for (const [index, mailbox] of own.entries()) {
    const past = at(quick, connectedAt)
    const grant = await consentToSimulated(past, simulated, mailbox)
    const owner = { userId: user.id, provider: mailbox.provider, isObserveOnly: false }
    const saved = grant && (await saveGrant(past, owner, grant))
    if (saved?.kind !== 'connected') continue
    // From now on the mailbox is checked like any other. What it finds is screened below.
    await syncMailbox(withoutJobs(ctx), { mailboxId: saved.mailboxId })
    mailboxIds.push(saved.mailboxId)
    await replay(quick, saved.mailboxId, {
      connectedAt,
      observedSince: index === 1 ? daysAgo(ctx, observedDays) : null,
    })
  }
  const [first, second] = mailboxIds
  if (first) await takeSomeActions(quick, user.id, first)
  // The summary of the first scan is shown for one of them.
  if (second)
    await ctx.db
      .update(mailboxes)
      .set({ firstScanDismissedAt: connectedAt })
      .where(eq(mailboxes.id, second))
}

/** Screens the messages of the inbox one after the other, each at its time. */
async function replay(
  ctx: Context,
  mailboxId: MailboxId,
  { connectedAt, observedSince }: { connectedAt: Date; observedSince: Date | null },
): Promise<void> {
  const past = at(ctx, connectedAt)
  await indexCorrespondents(past, { mailboxId })
  const arrivals = await listArrivals(past, mailboxId)
  const scanned = arrivals.filter(({ receivedAt }) => receivedAt < connectedAt).length
  await ctx.db
    .update(mailboxes)
    .set({ syncTotal: scanned, syncStatus: scanned > 0 ? 'syncing' : 'synced' })
    .where(eq(mailboxes.id, mailboxId))
  for (const { id, receivedAt } of arrivals) {
    const isFirstScan = receivedAt < connectedAt
    const startsAt = isFirstScan ? connectedAt : receivedAt
    const then = at(ctx, new Date(startsAt.getTime() + screeningDelayMs))
    if (observedSince && receivedAt >= observedSince)
      await ctx.db
        .update(mailboxes)
        .set({ isObserveOnly: true })
        .where(and(eq(mailboxes.id, mailboxId), eq(mailboxes.isObserveOnly, false)))
    const message = { mailboxId, providerMessageId: id }
    await ctx.db
      .insert(undecidedMessages)
      .values({ ...message, foundAt: startsAt, isFirstScan, isNewArrival: !isFirstScan })
      .onConflictDoUpdate({
        target: [undecidedMessages.mailboxId, undecidedMessages.providerMessageId],
        set: { foundAt: startsAt, isFirstScan, isNewArrival: !isFirstScan },
      })
    await screenMessage(then, message)
    const [decision] = await ctx.db
      .select({ id: decisions.id })
      .from(decisions)
      .where(
        and(
          eq(decisions.mailboxId, mailboxId),
          eq(decisions.providerMessageId, message.providerMessageId),
          eq(decisions.state, 'pending'),
        ),
      )
    if (decision) await moveMessage(then, { mailboxId, decisionId: decision.id })
  }
}

/** The messages of the inbox, oldest first. */
async function listArrivals(ctx: Context, mailboxId: MailboxId): Promise<ReceivedMessage[]> {
  const row = await findOpenMailbox(ctx.db, mailboxId)
  if (!row) return []
  const mailbox = await ctx.mail.openMailbox(row.grantId)
  const { ids } = await mailbox.listInbox({ limit: 1000 })
  const messages = await Promise.all(ids.map((id) => mailbox.loadMessage(id)))
  return messages.toSorted((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime())
}

/** Restores one email in twelve and reports another, 40 minutes after each was filtered. */
async function takeSomeActions(ctx: Context, userId: UserId, mailboxId: MailboxId): Promise<void> {
  const filtered = await ctx.db
    .select({ id: decisions.id, decidedAt: decisions.decidedAt })
    .from(decisions)
    .where(and(eq(decisions.mailboxId, mailboxId), eq(decisions.outcome, 'filter')))
    .orderBy(asc(decisions.receivedAt))
  for (const [index, { id, decidedAt }] of filtered.entries()) {
    const action = toAction(index)
    if (!action) continue
    const then = at(ctx, new Date(decidedAt.getTime() + 40 * minuteMs))
    await takeAction(then, { userId, sessionId: 'none' }, { ids: [id], action })
    await moveMessage(then, { mailboxId, decisionId: id })
  }
}

function toAction(index: number): 'restore' | 'report-spam' | null {
  if (index % 12 === 2) return 'restore'
  return index % 12 === 7 ? 'report-spam' : null
}

/** The context with the clock set to an earlier time. */
function at(ctx: Context, time: Date): Context {
  return { ...withoutJobs(ctx), now: () => time }
}

/** Enqueues no jobs: the caller does their work itself. */
function withoutJobs(ctx: Context): Context {
  return { ...ctx, jobs: { ...ctx.jobs, enqueue: async () => {}, enqueueAll: async () => {} } }
}

/**
 * Six weeks of messages in a few seconds exceed the quota of a mailbox. Where an adapter would wait for
 * more of it, time passes at once. Only for reading and moving messages: push needs the real secret.
 */
function openMailWithoutWaiting(
  ctx: Context,
  simulated: SimulatedProviders,
  fetch: typeof globalThis.fetch,
): MailAccess {
  const real = createTransport(ctx.now)
  let aheadMs = 0
  const clock = {
    now: () => new Date(ctx.now().getTime() + aheadMs),
    after: real.clock.after,
    async sleep(ms: number) {
      aheadMs += ms
      simulated.simulators.google.forgetQuota()
    },
  }
  return createMailAccess({
    ...simulated,
    db: ctx.db,
    keyRing: ctx.keyRing,
    secret: 'not used',
    publicUrl: ctx.publicUrl,
    transport: { ...real, fetch, clock },
    logger: { info() {}, warn() {} },
  })
}

function daysAgo({ now }: Context, days: number): Date {
  return new Date(now().getTime() - days * dayMs)
}
