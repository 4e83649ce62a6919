import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { users } from '@doorman/db/schema'
import type { Category, Policy } from '@doorman/domain/decide'
import { isPro, toPlan } from '@doorman/domain/plan'
import type { RedactionLevel } from '@doorman/domain/redact'
import { isSmartResponseOn } from '@doorman/domain/smart-response'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** What the user wants, as far as the plan goes. */
export type Preferences = {
  readonly policy: Policy
  readonly redaction: RedactionLevel
  readonly hasWhitelist: boolean
  readonly hasSecondOpinion: boolean
}

/** Without Pro every kind of cold outreach is filtered: to choose among them is a part of it. */
export async function loadPreferences(
  { db, now }: Context,
  { userId, isObserveOnly }: MailboxRow,
): Promise<Preferences> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const hasPro = isPro(toPlan(await loadPlanFacts(db, userId), now()))
  const unwanted = new Set<Category>(['sales', 'other'])
  if (!hasPro || user?.filterRecruiters !== false) unwanted.add('recruiter')
  if (!hasPro || user?.filterInvestors !== false) unwanted.add('investor')
  return {
    policy: {
      mode: isObserveOnly ? 'observe' : 'filter',
      unwanted,
      smartResponse:
        user !== undefined &&
        isSmartResponseOn({ ...user, agreedAt: user.repliesAgreedAt, isPro: hasPro }),
    },
    redaction: hasPro ? 'full' : 'basic',
    hasWhitelist: hasPro,
    hasSecondOpinion: hasPro,
  }
}
