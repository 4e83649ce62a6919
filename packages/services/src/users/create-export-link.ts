import { storeExportLink } from '@doorman/db/queries/link-tokens'
import { dayMs } from '@doorman/domain/time'
import { randomBytes } from 'node:crypto'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { requirePassword } from './require-password.ts'

const exportLinkLifetimeMs = dayMs

/** Creates a link that downloads everything held about the user, once, in their login session. */
export async function createExportLink(
  ctx: Context,
  actor: Actor,
  { password, format }: { readonly password: string; readonly format: 'json' | 'csv' },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  await requirePassword(ctx, actor, password)
  await ctx.limits.count('export-user', actor.userId)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ctx.now().getTime() + exportLinkLifetimeMs)
  await storeExportLink(ctx.db, { token, userId: actor.userId, exportFormat: format, expiresAt })
  return { token, expiresAt }
}
