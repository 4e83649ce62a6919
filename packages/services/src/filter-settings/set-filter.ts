import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { requirePro } from './require-pro.ts'

/** What a user with Pro may switch on and off. */
export type FilterSwitch = 'filterRecruiters' | 'filterInvestors' | 'autoReplyEnabled'

export async function setFilter(
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
