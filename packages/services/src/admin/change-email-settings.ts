import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { loadEmailSettings, type EmailSettings } from './load-email-settings.ts'
import { storeSettings } from '@doorman/db/queries/store-settings'

/** Changes the given settings and returns all of them. */
export async function changeEmailSettings(
  ctx: Context,
  admin: Admin,
  change: { [Name in keyof EmailSettings]?: EmailSettings[Name] | undefined },
): Promise<EmailSettings> {
  await ctx.db.transaction(async (tx) => {
    const details = await storeSettings(tx, change)
    if (details) await recordAct(ctx, tx, admin, { act: 'change-email-settings', details })
  })
  return loadEmailSettings(ctx)
}
