import { planColumns } from '@doorman/db/queries/plan-facts'
import { lessons, users } from '@doorman/db/schema'
import { parseLessons, type Lessons } from '@doorman/domain/learning/lessons'
import { isPro, toPlan, type PlanFacts } from '@doorman/domain/plans/plan'
import type { RedactionLevel } from '@doorman/domain/redaction/redact'
import { isSmartResponseOn } from '@doorman/domain/replies/smart-response'
import type { Category } from '@doorman/domain/screening/categories'
import type { Policy } from '@doorman/domain/screening/policy'

/** The user's settings for screening, within the limits of the plan. */
export type Preferences = {
  readonly policy: Policy
  readonly redaction: RedactionLevel
  readonly lessons: Lessons
  /** The whitelist and second opinions of a language model are part of Pro. */
  readonly isPro: boolean
}

/** Columns for queries that join users, subscriptions and lessons. */
export const preferenceColumns = {
  ...planColumns,
  filterRecruiters: users.filterRecruiters,
  filterInvestors: users.filterInvestors,
  agreedAt: users.repliesAgreedAt,
  autoReplyEnabled: users.autoReplyEnabled,
  learnedActions: lessons.actions,
}

type PreferenceRow = PlanFacts & {
  readonly filterRecruiters: boolean
  readonly filterInvestors: boolean
  readonly agreedAt: Date | null
  readonly autoReplyEnabled: boolean
  readonly learnedActions: unknown
}

/** Without Pro every category of cold outreach is filtered: choosing categories is part of Pro. */
export function toPreferences(
  row: PreferenceRow,
  { isObserveOnly }: { readonly isObserveOnly: boolean },
  now: Date,
): Preferences {
  const hasPro = isPro(toPlan(row, now))
  const unwanted = new Set<Category>(['sales', 'other'])
  if (!hasPro || row.filterRecruiters) unwanted.add('recruiter')
  if (!hasPro || row.filterInvestors) unwanted.add('investor')
  return {
    policy: {
      mode: isObserveOnly ? 'observe' : 'filter',
      unwanted,
      smartResponse: isSmartResponseOn({ ...row, isPro: hasPro }),
    },
    redaction: hasPro ? 'full' : 'basic',
    lessons: parseLessons(row.learnedActions),
    isPro: hasPro,
  }
}
