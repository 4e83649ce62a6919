import { whitelistDomains } from '@doorman/db/schema'
import { asc, eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { toShownDomain } from './shown-domain.ts'

/** As many as anybody can look through. */
export const mostDomains = 1_000

export async function listWhitelist({ db }: Context, { userId }: Actor): Promise<string[]> {
  const rows = await db
    .select({ domain: whitelistDomains.domain })
    .from(whitelistDomains)
    .where(eq(whitelistDomains.userId, userId))
    .orderBy(asc(whitelistDomains.domain))
    .limit(mostDomains)
  return rows.map(({ domain }) => toShownDomain(domain))
}
