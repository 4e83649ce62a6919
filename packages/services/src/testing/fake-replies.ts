import { users } from '@doorman/db/schema'
import { dayMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import type { FakeInbox, FakeMessage, FakePipeline } from './fake-pipeline.ts'

/**
 * A mailbox of a user with smart responses. It is already scanned, so further messages are new
 * arrivals.
 */
export async function newReplyingInbox(
  { ctx, newInbox, sync }: FakePipeline,
  {
    isPro = true,
    hasAgreed = true,
    autoReplyEnabled = true,
    isScanned = true,
  }: {
    readonly isPro?: boolean
    readonly hasAgreed?: boolean
    readonly autoReplyEnabled?: boolean
    readonly isScanned?: boolean
  } = {},
): Promise<FakeInbox> {
  const inbox = await newInbox({ isPro })
  await ctx.db
    .update(users)
    .set({ autoReplyEnabled, repliesAgreedAt: hasAgreed ? ctx.now() : null })
    .where(eq(users.id, inbox.userId))
  if (isScanned) await sync(inbox)
  return inbox
}

export async function endTrialOf({ ctx }: FakePipeline, { userId }: FakeInbox): Promise<void> {
  await ctx.db
    .update(users)
    .set({ trialEndsAt: new Date(ctx.now().getTime() - 2 * dayMs) })
    .where(eq(users.id, userId))
}

/** Adds the provider's header that DMARC passed, or the result that `message.dmarc` names. */
export function withDmarcPass(message: FakeMessage = {}): FakeMessage {
  const domain = (message.from ?? 'pat@vendor.example').replace(/^.*@/, '')
  const result = `mx.google.com; dmarc=${message.dmarc ?? 'pass'} header.from=${domain}`
  return { ...message, headers: { 'Authentication-Results': result, ...message.headers } }
}
