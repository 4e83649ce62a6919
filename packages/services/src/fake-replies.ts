import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { FakeInbox, FakeLetter, FakePipeline } from './fake-pipeline.ts'

const dayMs = 86_400_000

/** Somebody who lets filtered senders be answered, with a mailbox that was scanned before, so that what comes is news. */
export async function newAnsweringInbox(
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

/** A letter whose sender the provider has proven. */
export function proven(letter: FakeLetter = {}): FakeLetter {
  const domain = (letter.from ?? 'pat@vendor.example').replace(/^.*@/, '')
  const result = `mx.google.com; dmarc=${letter.dmarc ?? 'pass'} header.from=${domain}`
  return { ...letter, headers: { 'Authentication-Results': result, ...letter.headers } }
}
