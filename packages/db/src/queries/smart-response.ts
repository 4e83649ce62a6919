import type { UserId } from '@doorman/domain/ids'
import { isPro, toPlan } from '@doorman/domain/plans/plan'
import type { SmartResponseFacts } from '@doorman/domain/replies/smart-response'
import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { users } from '../schema.ts'
import { loadPlanFacts } from './plan-facts.ts'

/** The user's settings for smart responses, and whether the plan is Pro. `null`: no such user. */
export async function loadSmartResponseFacts(
  db: Db,
  userId: UserId,
  now: Date,
): Promise<(SmartResponseFacts & { readonly replyText: string | null }) | null> {
  const [user] = await db
    .select({
      agreedAt: users.repliesAgreedAt,
      autoReplyEnabled: users.autoReplyEnabled,
      replyText: users.replyText,
    })
    .from(users)
    .where(eq(users.id, userId))
  return user ? { ...user, isPro: isPro(toPlan(await loadPlanFacts(db, userId), now)) } : null
}
