import type { DecisionId, GrantId, MailboxId, ProviderMessageId, UserId } from '@doorman/domain/ids'
import { dayMs, hourMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Db } from '../client.ts'
import { storeRestoreLinks } from '../queries/link-tokens.ts'
import {
  customers,
  dailyCounts,
  decisions,
  grants,
  mailboxes,
  payments,
  senderReputations,
  settings,
  subscriptions,
  users,
} from '../schema.ts'

/**
 * Rows for states that a simulated mailbox does not reach on demand: thousands of filtered emails,
 * weeks of counts, a scan that makes no progress.
 */

export type SeededMailbox = { readonly id: MailboxId; readonly address: string }
type MailboxValues = Partial<typeof mailboxes.$inferInsert>
export type FilteredEmailValues = Omit<Partial<typeof decisions.$inferInsert>, 'id'>

/**
 * A mailbox whose first scan is over and whose summary is dismissed. No provider has it, so by
 * default it needs to be reconnected: jobs ignore it, and the user's actions on its messages wait.
 * With another `problem` its next sync is tomorrow, after the test.
 */
export async function seedMailbox(
  db: Db,
  email: string,
  values: MailboxValues = {},
): Promise<SeededMailbox> {
  const id = randomUUID() as MailboxId
  const grantId = randomUUID() as GrantId
  const { provider = 'gmail', problem = 'needs-reconnect' } = values
  const address = values.address ?? `mailbox-${id}@example.com`
  const now = new Date()
  await db.insert(grants).values({
    id: grantId,
    provider,
    providerAccountId: address,
    accessToken: 'none',
    refreshToken: 'none',
    keyVersion: 1,
    accessTokenExpiresAt: now,
  })
  await db.insert(mailboxes).values({
    id,
    grantId,
    userId: await loadUserId(db, email),
    provider,
    providerAccountId: address,
    address,
    createdAt: now,
    lastActiveAt: now,
    lastCheckedAt: now,
    lossNotifiedAt: now,
    isActive: true,
    syncStatus: 'synced',
    syncProgress: 100,
    syncTotal: 100,
    firstScanDismissedAt: now,
    problem,
    nextCheckAt: problem === 'needs-reconnect' ? null : new Date(now.getTime() + dayMs),
    ...values,
  })
  return { id, address }
}

export async function changeMailbox(
  db: Db,
  { id }: Pick<SeededMailbox, 'id'>,
  values: MailboxValues,
): Promise<void> {
  await db.update(mailboxes).set(values).where(eq(mailboxes.id, id))
}

/** Number 7 has the subject `Pitch 7` and was received seven hours ago. */
export function aFilteredEmail(
  number: number,
  values: FilteredEmailValues = {},
): FilteredEmailValues {
  return {
    senderName: `Pat ${number}`,
    senderAddress: `pat${number}@vendor.example`,
    subject: `Pitch ${number}`,
    receivedAt: new Date(Date.now() - number * hourMs),
    ...values,
  }
}

/** Adds filtered emails to a mailbox and returns their ids. */
export async function seedFilteredEmails(
  db: Db,
  { id: mailboxId }: Pick<SeededMailbox, 'id'>,
  emails: readonly FilteredEmailValues[],
): Promise<DecisionId[]> {
  const rows = emails.map((email) => {
    const id = randomUUID() as DecisionId
    const decidedAt = email.receivedAt ?? new Date()
    return {
      id,
      mailboxId,
      providerMessageId: id as string as ProviderMessageId,
      outcome: 'filter' as const,
      reason: 'cold-outreach',
      decidedAt,
      receivedAt: decidedAt,
      category: 'sales' as const,
      score: 0.984,
      signals: ['asks-for-a-call' as const, 'names-clients' as const],
      redactions: { emails: 2, phones: 1 },
      state: 'set-aside' as const,
      movedAt: decidedAt,
      ...email,
    }
  })
  // One statement takes at most 65,535 parameters.
  for (let start = 0; start < rows.length; start += 1_000)
    await db.insert(decisions).values(rows.slice(start, start + 1_000))
  return rows.map(({ id }) => id)
}

/** Sets the counts of a day, as `2026-11-15`. */
export async function seedDailyCounts(
  db: Db,
  { id: mailboxId }: Pick<SeededMailbox, 'id'>,
  counts: readonly {
    readonly dayOn: string
    readonly processed: number
    readonly filtered: number
  }[],
): Promise<void> {
  for (const { dayOn, processed, filtered } of counts)
    await db
      .insert(dailyCounts)
      .values({ mailboxId, dayOn, processed, filtered })
      .onConflictDoUpdate({
        target: [dailyCounts.mailboxId, dailyCounts.dayOn],
        set: { processed, filtered },
      })
}

/**
 * Replaces the user's trial and subscription. `trialDays`: days until the trial ends, negative
 * after its end; `null` before it starts. `subscription`: what differs from an active monthly one.
 */
export async function setPlan(
  db: Db,
  email: string,
  {
    trialDays,
    subscription,
    isSubscribed = subscription !== undefined,
  }: {
    trialDays: number | null
    isSubscribed?: boolean
    subscription?: Partial<typeof subscriptions.$inferInsert>
  },
): Promise<void> {
  const userId = await loadUserId(db, email)
  const trialEndsAt = trialDays === null ? null : new Date(Date.now() + trialDays * dayMs)
  await db.update(users).set({ trialEndsAt }).where(eq(users.id, userId))
  await db.delete(subscriptions).where(eq(subscriptions.userId, userId))
  if (isSubscribed)
    await db.insert(subscriptions).values({
      userId,
      status: 'active',
      interval: 'monthly',
      endsAt: new Date(Date.now() + 30 * dayMs),
      ...subscription,
    })
}

/** Payments of $9 for Pro, one per number, by a customer whom the payment provider does not know. */
export async function seedReceipts(
  db: Db,
  email: string,
  numbers: readonly string[],
): Promise<string[]> {
  const [payer] = await db
    .insert(customers)
    .values({
      userId: await loadUserId(db, email),
      providerCustomerId: `cus_${randomUUID()}`,
      createdAt: new Date(),
    })
    .returning()
  if (!payer) throw new Error('The customer was not stored')
  const rows = numbers.map((number, index) => ({
    providerInvoiceId: `in_${randomUUID()}`,
    payerId: payer.id,
    number,
    amountCents: 900,
    currency: 'usd',
    interval: 'monthly' as const,
    periodStartsAt: new Date(Date.UTC(2026, index, 15, 12)),
    periodEndsAt: new Date(Date.UTC(2026, index + 1, 15, 12)),
    paidAt: new Date(Date.UTC(2026, index, 15, 12)),
  }))
  await db.insert(payments).values(rows)
  return rows.map(({ providerInvoiceId }) => providerInvoiceId)
}

/** A link that restores a filtered email, as in the weekly report. Returns its token. */
export async function seedRestoreLink(
  db: Db,
  email: string,
  decisionId: DecisionId,
): Promise<string> {
  const token = randomUUID()
  const expiresAt = new Date(Date.now() + dayMs)
  await storeRestoreLinks(db, await loadUserId(db, email), [{ token, decisionId }], expiresAt)
  return token
}

export async function seedSender(
  db: Db,
  email: string,
  sender: { address: string; reputation: 'trusted' | 'blocked'; setAt: Date },
): Promise<void> {
  const userId = await loadUserId(db, email)
  const decisionId = randomUUID() as DecisionId
  await db.insert(senderReputations).values({ userId, decisionId, ...sender })
}

/** The operator's settings, shared by all users. Returns a function that restores them. */
export async function changeSettings(
  db: Db,
  values: Partial<typeof settings.$inferInsert>,
): Promise<() => Promise<void>> {
  const [before] = await db.select().from(settings)
  if (!before) throw new Error('The settings always have one row')
  await db.update(settings).set(values)
  return async () => void (await db.update(settings).set(before))
}

export async function loadUserId(db: Db, email: string): Promise<UserId> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!user) throw new Error(`No user ${email}`)
  return user.id
}
