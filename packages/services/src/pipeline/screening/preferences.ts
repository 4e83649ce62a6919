import { reputationOf } from '@doorman/db/queries/sender-reputations'
import type { SenderReputation } from '@doorman/domain/screening/sender-facts'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { planColumns } from '@doorman/db/queries/plan-facts'
import { lessons, subscriptions, users, whitelistDomains } from '@doorman/db/schema'
import { domainOf } from '@doorman/domain/mail/address-parts'
import { toAsciiDomain } from '@doorman/domain/mail/ascii-domain'
import type { Category } from '@doorman/domain/screening/categories'
import type { Policy } from '@doorman/domain/screening/policy'
import { parseLessons, type Lessons } from '@doorman/domain/learning/lessons'
import { isPro, toPlan } from '@doorman/domain/plans/plan'
import type { RedactionLevel } from '@doorman/domain/redaction/redact'
import { isSmartResponseOn } from '@doorman/domain/replies/smart-response'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'

/** The user's settings for a message of one sender, within the limits of the plan. */
export type Preferences = {
  readonly policy: Policy
  readonly redaction: RedactionLevel
  readonly hasSecondOpinion: boolean
  readonly lessons: Lessons
  readonly reputation: SenderReputation | null
  /** Contains the sender's domain if the user has listed it. */
  readonly whitelist: ReadonlySet<string>
}

/** Without Pro every category of cold outreach is filtered: choosing categories is part of Pro. */
export async function loadPreferences(
  ctx: Context,
  { userId, isObserveOnly }: MailboxRow,
  sender: string | null,
): Promise<Preferences> {
  const user = await findUser(ctx, userId, sender ?? '')
  const hasPro = user !== undefined && isPro(toPlan(user, ctx.now()))
  const unwanted = new Set<Category>(['sales', 'other'])
  if (!hasPro || user.filterRecruiters) unwanted.add('recruiter')
  if (!hasPro || user.filterInvestors) unwanted.add('investor')
  return {
    policy: {
      mode: isObserveOnly ? 'observe' : 'filter',
      unwanted,
      smartResponse: user !== undefined && isSmartResponseOn({ ...user, isPro: hasPro }),
    },
    redaction: hasPro ? 'full' : 'basic',
    hasSecondOpinion: hasPro,
    lessons: parseLessons(user?.learnedActions),
    reputation: user?.reputation ?? null,
    whitelist: new Set(hasPro && user.listedDomain !== null ? [user.listedDomain] : []),
  }
}

/** One query: database round trips are most of the cost of screening a message. */
async function findUser({ db }: Context, userId: MailboxRow['userId'], sender: string) {
  const domain = toAsciiDomain(domainOf(sender)) ?? ''
  const listed = db
    .select({ domain: whitelistDomains.domain })
    .from(whitelistDomains)
    .where(and(eq(whitelistDomains.userId, userId), eq(whitelistDomains.domain, domain)))
  const [user] = await db
    .select({
      ...planColumns,
      filterRecruiters: users.filterRecruiters,
      filterInvestors: users.filterInvestors,
      agreedAt: users.repliesAgreedAt,
      autoReplyEnabled: users.autoReplyEnabled,
      learnedActions: lessons.actions,
      reputation: sql<SenderReputation | null>`${reputationOf(db, userId, sender)}`,
      listedDomain: sql<string | null>`${listed}`,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .leftJoin(lessons, eq(lessons.userId, users.id))
    .where(eq(users.id, userId))
  return user
}
