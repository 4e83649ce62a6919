import { redeemExportLink } from '@doorman/db/queries/link-tokens'
import { AppError } from '@doorman/domain/app-error'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Uses up the link to a user's own data. Another user's link is refused like an invented one. */
export async function openExport(
  { db, now }: Context,
  { userId }: Actor,
  { token }: { readonly token: string },
): Promise<'json' | 'csv'> {
  const format = await redeemExportLink(db, { token, userId, now: now() })
  if (!format)
    throw new AppError(
      'not-found',
      'This download link has expired, was used before, or belongs to another account.',
    )
  return format
}
