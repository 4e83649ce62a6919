import { settings } from '@doorman/db/schema'
import type { Context } from '../ports/context.ts'
import { loadEmailSettings, type EmailSettings } from './load-email-settings.ts'

/** Changes the given settings and returns all of them. */
export async function changeEmailSettings(
  ctx: Context,
  change: { [Name in keyof EmailSettings]?: EmailSettings[Name] | undefined },
): Promise<EmailSettings> {
  // Only the given columns are written, so that two changes at the same time both count.
  if (Object.values(change).some((value) => value !== undefined))
    await ctx.db.update(settings).set(change)
  return loadEmailSettings(ctx)
}
