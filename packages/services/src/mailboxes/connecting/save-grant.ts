import type { Db } from '@doorman/db/client'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { lockUser } from '@doorman/db/queries/lock-user'
import { grants, mailboxes, users } from '@doorman/db/schema'
import type { GrantId, MailboxId, UserId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { mayConnectAnother, toPlan, toTrialEnd } from '@doorman/domain/plans/plan'
import type { Grant } from '@doorman/mail/consent'
import { and, eq, isNull, notExists } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../ports/context.ts'
import { endGrantJob, syncMailboxJob } from '../../ports/jobs.ts'
import { sealTokens } from './grant-tokens.ts'

type Owner = { readonly userId: UserId; readonly provider: MailProvider }
type NewMailbox = Owner & { readonly isObserveOnly: boolean }

export type SavedGrant =
  | { readonly kind: 'connected'; readonly mailboxId: MailboxId }
  | { readonly kind: 'taken' | 'plan-limit' | 'expired' }

/**
 * Connects a mailbox. One that the user has connected before gets the new tokens and is repaired;
 * one of another user stays as it is.
 */
export async function saveGrant(
  ctx: Context,
  owner: NewMailbox,
  grant: Grant,
): Promise<SavedGrant> {
  return ctx.db.transaction(async (tx) => {
    // Two connections of one user race: both could count the mailboxes below the plan's limit and
    // exceed it together. The lock on the user serialises them.
    const user = await lockUser(tx, owner.userId)
    const [known] = await tx
      .select()
      .from(mailboxes)
      .where(isAccountOf(owner.provider, grant))
      .for('no key update')
    // The new tokens are not revoked: Google has one grant per person and app, so revoking them
    // would end the other user's access.
    if (known && known.userId !== owner.userId) return { kind: 'taken' }
    if (known) return renew(ctx, tx, known, grant, owner)
    if (!user) {
      await saveForRevocation(ctx, tx, owner, grant)
      return { kind: 'expired' }
    }
    const plan = toPlan(await loadPlanFacts(tx, owner.userId), ctx.now())
    const count = await tx.$count(mailboxes, eq(mailboxes.userId, owner.userId))
    if (mayConnectAnother(plan, count)) return add(ctx, tx, owner, grant)
    await saveForRevocation(ctx, tx, owner, grant)
    return { kind: 'plan-limit' }
  })
}

/**
 * Revokes a grant that lacks the permissions or the mailbox that we need, unless that would end a
 * working connection of the same account.
 */
export async function revokeUnusable(ctx: Context, owner: Owner, grant: Grant): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const count = await tx.$count(mailboxes, isAccountOf(owner.provider, grant))
    if (count === 0) await saveForRevocation(ctx, tx, owner, grant)
  })
}

/** Stores the grant without a mailbox, and a job revokes it. */
async function saveForRevocation(
  ctx: Context,
  tx: Db,
  { provider }: Owner,
  grant: Grant,
): Promise<void> {
  const grantId = await insertGrant(ctx, tx, provider, grant, { endedAt: ctx.now() })
  await ctx.jobs.enqueue(tx, endGrantJob, { grantId })
}

async function renew(
  ctx: Context,
  tx: Db,
  { id, grantId }: typeof mailboxes.$inferSelect,
  { address, tokens }: Grant,
  { isObserveOnly }: NewMailbox,
): Promise<SavedGrant> {
  const now = ctx.now()
  // Reconnecting can turn observe-only on, never off.
  const observeOnly = isObserveOnly ? { isObserveOnly } : {}
  await tx
    .update(grants)
    // When access was revoked, the push subscription ended too. The next sync renews it.
    .set({ ...sealTokens(ctx.keyRing, grantId, tokens), pushRenewAt: null })
    .where(eq(grants.id, grantId))
  await tx
    .update(mailboxes)
    .set({ address, problem: null, nextCheckAt: now, lastActiveAt: now, ...observeOnly })
    .where(eq(mailboxes.id, id))
  await ctx.jobs.enqueue(tx, syncMailboxJob, { mailboxId: id })
  return { kind: 'connected', mailboxId: id }
}

async function add(
  ctx: Context,
  tx: Db,
  { userId, provider, isObserveOnly }: NewMailbox,
  grant: Grant,
): Promise<SavedGrant> {
  const now = ctx.now()
  await deleteUnusedGrants(tx, provider, grant)
  const grantId = await insertGrant(ctx, tx, provider, grant)
  const [mailbox] = await tx
    .insert(mailboxes)
    .values({
      userId,
      grantId,
      provider,
      providerAccountId: grant.providerAccountId,
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
    // Another user connected the same account at the same moment; the unique constraint on the
    // provider account lets one of them win.
    await tx.delete(grants).where(eq(grants.id, grantId))
    return { kind: 'taken' }
  }
  await tx
    .update(users)
    .set({ trialEndsAt: toTrialEnd(now) })
    .where(and(eq(users.id, userId), isNull(users.trialEndsAt)))
  await ctx.jobs.enqueue(tx, syncMailboxJob, { mailboxId: mailbox.id })
  return { kind: 'connected', mailboxId: mailbox.id }
}

/** Older grants of the account wait to be revoked. That would end the new connection too. */
async function deleteUnusedGrants(
  tx: Db,
  provider: MailProvider,
  { providerAccountId }: Grant,
): Promise<void> {
  const mailbox = tx.select().from(mailboxes).where(eq(mailboxes.grantId, grants.id))
  await tx
    .delete(grants)
    .where(
      and(
        eq(grants.provider, provider),
        eq(grants.providerAccountId, providerAccountId),
        notExists(mailbox),
      ),
    )
}

async function insertGrant(
  ctx: Context,
  tx: Db,
  provider: MailProvider,
  { providerAccountId, tokens }: Grant,
  extra: { readonly endedAt?: Date } = {},
): Promise<GrantId> {
  const id = randomUUID() as GrantId
  const sealed = sealTokens(ctx.keyRing, id, tokens)
  await tx.insert(grants).values({ id, provider, providerAccountId, ...sealed, ...extra })
  return id
}

function isAccountOf(provider: MailProvider, { providerAccountId }: Grant) {
  return and(eq(mailboxes.provider, provider), eq(mailboxes.providerAccountId, providerAccountId))
}
