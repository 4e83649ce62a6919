import { lockUser } from '@doorman/db/queries/lock-user'
import { whitelistDomains } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { isFreemail } from '@doorman/domain/mail/freemail'
import { toWhitelistEntry } from '@doorman/domain/screening/whitelist-entry'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { maxDomains } from './list-whitelist.ts'
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
    // Two requests race: both could count 999 domains and add one. The lock serialises them.
    await lockUser(tx, userId)
    const count = await tx.$count(whitelistDomains, eq(whitelistDomains.userId, userId))
    if (count >= maxDomains)
      throw new AppError('conflict', `You can add up to ${maxDomains} domains. Remove one first.`)
    const added = await tx
      .insert(whitelistDomains)
      .values({ userId, domain, addedAt: now() })
      .onConflictDoNothing()
      .returning({ domain: whitelistDomains.domain })
    if (added.length === 0)
      throw new AppError('conflict', `${toShownDomain(domain)} is already on your whitelist.`)
  })
}
