import { holdUser } from '@doorman/db/queries/users'
import { whitelistDomains } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { isFreemail } from '@doorman/domain/freemail'
import { toWhitelistEntry } from '@doorman/domain/whitelist-entry'
import { eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { mostDomains } from './list-whitelist.ts'
import { requirePro } from './require-pro.ts'
import { toShownDomain } from './shown-domain.ts'

export async function addToWhitelist(
  { db, now }: Context,
  { userId }: Actor,
  { entered }: { readonly entered: string },
): Promise<void> {
  await requirePro(db, userId, now())
  const domain = toWhitelistEntry(entered)
  if (domain === null) throw new AppError('invalid', 'Please enter a domain, such as example.com.')
  if (isFreemail(domain))
    throw new AppError(
      'invalid',
      `Anybody can have an address at ${domain}, so this would let everybody in. Restore an email of the sender you mean instead: they are trusted from then on.`,
    )
  await db.transaction(async (tx) => {
    // One at a time, or two could both be the last that there is room for.
    await holdUser(tx, userId)
    const count = await tx.$count(whitelistDomains, eq(whitelistDomains.userId, userId))
    if (count >= mostDomains)
      throw new AppError('conflict', `There is room for ${mostDomains} domains. Remove one first.`)
    const added = await tx
      .insert(whitelistDomains)
      .values({ userId, domain, addedAt: now() })
      .onConflictDoNothing()
      .returning({ domain: whitelistDomains.domain })
    if (added.length === 0)
      throw new AppError('conflict', `${toShownDomain(domain)} is already on your whitelist.`)
  })
}
