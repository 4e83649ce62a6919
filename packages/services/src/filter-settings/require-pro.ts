import type { Db } from '@doorman/db/client'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import { isPro, toPlan } from '@doorman/domain/plans/plan'

/** On the Free plan, settings of Pro are kept, but do not apply and cannot be changed. */
export async function requirePro(db: Db, userId: UserId, now: Date): Promise<void> {
  if (!isPro(toPlan(await loadPlanFacts(db, userId), now)))
    throw new AppError('plan-limit', 'This setting is part of Pro. Upgrade to change it.')
}
