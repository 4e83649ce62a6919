import type { Db } from '@doorman/db/client'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { holdUser } from '@doorman/db/queries/users'
import { grants, mailboxes, users } from '@doorman/db/schema'
import type { GrantId, UserId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { mayConnectAnother, toPlan, toTrialEnd } from '@doorman/domain/plan'
import type { Grant } from '@doorman/mail/consent'
import { and, eq, isNull, notExists } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { endGrantJob, syncMailboxJob } from '../jobs.ts'
import { sealTokens } from './grant-tokens.ts'

type Owner = { readonly userId: UserId; readonly provider: Provider }
type Newcomer = Owner & { readonly isObserveOnly: boolean }

/**
 * Makes a granted mailbox the user's. One that is theirs already gets the new
 * tokens and is well again; another user's stays that user's.
 */
export async function keepGrant(
  ctx: Context,
  owner: Newcomer,
  grant: Grant,
): Promise<'connected' | 'taken' | 'plan-limit' | 'expired'> {
  return ctx.db.transaction(async (tx) => {
    // One connection of a user at a time, so that no two of them fit into one place.
    const user = await holdUser(tx, owner.userId)
    const [known] = await tx
      .select()
      .from(mailboxes)
      .where(isOf(owner.provider, grant))
      .for('no key update')
    // Giving the tokens back would end the other user's access with them: at Google, a person's grant to us is one.
    if (known && known.userId !== owner.userId) return 'taken'
    if (known) return renew(ctx, tx, known, grant, owner)
    if (!user) {
      await abandon(ctx, tx, owner, grant)
      return 'expired'
    }
    const plan = toPlan(await loadPlanFacts(tx, owner.userId), ctx.now())
    const count = await tx.$count(mailboxes, eq(mailboxes.userId, owner.userId))
    if (mayConnectAnother(plan, count)) return add(ctx, tx, owner, grant)
    await abandon(ctx, tx, owner, grant)
    return 'plan-limit'
  })
}

/** Gives back what is of no use, unless its mailbox is connected: that connection would end with it. */
export async function giveBack(ctx: Context, owner: Owner, grant: Grant): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const count = await tx.$count(mailboxes, isOf(owner.provider, grant))
    if (count === 0) await abandon(ctx, tx, owner, grant)
  })
}

/** Nobody may have it, so it is given back by a job. */
async function abandon(ctx: Context, tx: Db, { provider }: Owner, grant: Grant): Promise<void> {
  const grantId = await insertGrant(ctx, tx, provider, grant, { endedAt: ctx.now() })
  await ctx.jobs.enqueue(tx, endGrantJob, { grantId })
}

async function renew(
  ctx: Context,
  tx: Db,
  { id, grantId }: typeof mailboxes.$inferSelect,
  { address, tokens }: Grant,
  { isObserveOnly }: Newcomer,
): Promise<'connected'> {
  const now = ctx.now()
  // What is observed stays so until its user says otherwise, on its own card.
  const observing = isObserveOnly ? { isObserveOnly } : {}
  await tx
    .update(grants)
    // Whoever took our access away ended the push with it.
    .set({ ...sealTokens(ctx.keyRing, grantId, tokens), pushRenewAt: null })
    .where(eq(grants.id, grantId))
  await tx
    .update(mailboxes)
    .set({ address, problem: null, nextCheckAt: now, lastActiveAt: now, ...observing })
    .where(eq(mailboxes.id, id))
  await ctx.jobs.enqueue(tx, syncMailboxJob, { mailboxId: id })
  return 'connected'
}

async function add(
  ctx: Context,
  tx: Db,
  { userId, provider, isObserveOnly }: Newcomer,
  grant: Grant,
): Promise<'connected' | 'taken'> {
  const now = ctx.now()
  await forgetEndedGrants(tx, provider, grant)
  const grantId = await insertGrant(ctx, tx, provider, grant)
  const [mailbox] = await tx
    .insert(mailboxes)
    .values({
      userId,
      grantId,
      provider,
      subject: grant.subject,
      address: grant.address,
      createdAt: now,
      lastActiveAt: now,
      nextCheckAt: now,
      isActive: true,
      isObserveOnly,
    })
    .onConflictDoNothing()
    .returning({ id: mailboxes.id })
  if (!mailbox) {
    // Another user was quicker, by a moment.
    await tx.delete(grants).where(eq(grants.id, grantId))
    return 'taken'
  }
  await tx
    .update(users)
    .set({ trialEndsAt: toTrialEnd(now) })
    .where(and(eq(users.id, userId), isNull(users.trialEndsAt)))
  await ctx.jobs.enqueue(tx, syncMailboxJob, { mailboxId: mailbox.id })
  return 'connected'
}

/** What was about to be given back is in use again, and giving it back would end the new connection too. */
async function forgetEndedGrants(tx: Db, provider: Provider, { subject }: Grant): Promise<void> {
  const holder = tx.select().from(mailboxes).where(eq(mailboxes.grantId, grants.id))
  await tx
    .delete(grants)
    .where(and(eq(grants.provider, provider), eq(grants.subject, subject), notExists(holder)))
}

async function insertGrant(
  ctx: Context,
  tx: Db,
  provider: Provider,
  { subject, tokens }: Grant,
  extra: { readonly endedAt?: Date } = {},
): Promise<GrantId> {
  const id = randomUUID() as GrantId // the brand says what the id is of, and it is new
  const sealed = sealTokens(ctx.keyRing, id, tokens)
  await tx.insert(grants).values({ id, provider, subject, ...sealed, ...extra })
  return id
}

function isOf(provider: Provider, { subject }: Grant) {
  return and(eq(mailboxes.provider, provider), eq(mailboxes.subject, subject))
}
