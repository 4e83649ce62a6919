import { AppError } from '@doorman/domain/app-error'
import type { DecisionId } from '@doorman/domain/ids'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { findFilteredEmail, type FilteredEmail } from './filtered-emails.ts'

export async function loadFilteredEmail(
  { db }: Context,
  { userId }: Actor,
  { id }: { readonly id: DecisionId },
): Promise<FilteredEmail> {
  const email = await findFilteredEmail(db, userId, id)
  if (!email) throw new AppError('not-found', 'We can’t find this email.')
  return email
}
