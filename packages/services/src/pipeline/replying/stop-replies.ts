import { settings } from '@doorman/db/schema'
import type { Context } from '../../ports/context.ts'

/**
 * Turns smart responses off, or on again, for all users. Every process obeys from its next reply
 * on.
 */
export async function stopReplies(
  ctx: Pick<Context, 'db'>,
  { areStopped }: { areStopped: boolean },
): Promise<void> {
  await ctx.db.update(settings).set({ areRepliesStopped: areStopped })
}
