import { whitelistDomains } from '@doorman/db/schema'
import { asc, eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { toShownDomain } from './shown-domain.ts'

export const maxDomains = 1_000

export async function listWhitelist({ db }: Context, { userId }: Actor): Promise<string[]> {
  const rows = await db
    .select({ domain: whitelistDomains.domain })
    .from(whitelistDomains)
    .where(eq(whitelistDomains.userId, userId))
    .orderBy(asc(whitelistDomains.domain))
    .limit(maxDomains)
  return rows.map(({ domain }) => toShownDomain(domain))
}
