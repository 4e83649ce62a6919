import { standingOf, type Standing } from '@doorman/db/queries/known-senders'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { planColumns } from '@doorman/db/queries/plan-facts'
import { lessons, subscriptions, users, whitelistDomains } from '@doorman/db/schema'
import { domainOf } from '@doorman/domain/address-parts'
import { toAsciiDomain } from '@doorman/domain/ascii-domain'
import type { Category, Policy } from '@doorman/domain/decide'
import { parseLessons, type Lessons } from '@doorman/domain/lessons'
import { isPro, toPlan } from '@doorman/domain/plan'
import type { RedactionLevel } from '@doorman/domain/redact'
import { isSmartResponseOn } from '@doorman/domain/smart-response'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** What the user wants, in general and of this sender, as far as the plan goes. */
export type Preferences = {
  readonly policy: Policy
  readonly redaction: RedactionLevel
  readonly hasSecondOpinion: boolean
  readonly lessons: Lessons
  /** What the user has settled about the sender. */
  readonly standing: Standing | null
  /** The sender's domain, where the user has listed it. */
  readonly whitelist: ReadonlySet<string>
}

/** Without Pro every kind of cold outreach is filtered: to choose among them is a part of it. */
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
    lessons: parseLessons(user?.acts),
    standing: user?.standing ?? null,
    whitelist: new Set(hasPro && user.listedDomain !== null ? [user.listedDomain] : []),
  }
}

/** All of it at once: asking is most of what a mail costs. */
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
      acts: lessons.acts,
      standing: sql<Standing | null>`${standingOf(db, userId, sender)}`,
      listedDomain: sql<string | null>`${listed}`,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .leftJoin(lessons, eq(lessons.userId, users.id))
    .where(eq(users.id, userId))
  return user
}
