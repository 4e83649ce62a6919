import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { requirePro } from './require-pro.ts'

/** Switches that users on Pro can change. */
export type FilterSwitch = 'filterRecruiters' | 'filterInvestors' | 'autoReplyEnabled'

export async function setFilterSwitch(
  { db, now }: Context,
  { userId }: Actor,
  { name, isOn }: { readonly name: FilterSwitch; readonly isOn: boolean },
): Promise<void> {
  await requirePro(db, userId, now())
  await db
    .update(users)
    .set({ [name]: isOn })
    .where(eq(users.id, userId))
}
