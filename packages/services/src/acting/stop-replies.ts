import { settings } from '@doorman/db/schema'
import type { Context } from '../context.ts'

/** The off switch for smart responses of all users, and back. It holds from the next reply on, in every process. */
export async function stopReplies(
  ctx: Pick<Context, 'db'>,
  { areStopped }: { areStopped: boolean },
): Promise<void> {
  await ctx.db.update(settings).set({ areRepliesStopped: areStopped })
}
