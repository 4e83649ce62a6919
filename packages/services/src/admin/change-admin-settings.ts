import { findRedirectUrlProblem } from '@doorman/domain/accounts/redirect-url'
import { AppError } from '@doorman/domain/app-error'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { loadAdminSettings, type AdminSettings } from './load-admin-settings.ts'
import { storeSettings } from '@doorman/db/queries/store-settings'

type Change = { readonly [Name in keyof AdminSettings]?: AdminSettings[Name] | undefined }

/** Saves the given OAuth redirect URLs and returns both. An empty one restores the default. */
export async function changeAdminSettings(
  ctx: Context,
  admin: Admin,
  { gmailOauthRedirectUrl, microsoftOauthRedirectUrl }: Change,
): Promise<AdminSettings> {
  const change = {
    gmailOauthRedirectUrl: toStored('gmail', gmailOauthRedirectUrl),
    microsoftOauthRedirectUrl: toStored('microsoft', microsoftOauthRedirectUrl),
  }
  await ctx.db.transaction(async (tx) => {
    const details = await storeSettings(tx, change)
    if (details) await recordAct(ctx, tx, admin, { act: 'change-oauth-settings', details })
  })
  return loadAdminSettings(ctx)
}

function toStored(provider: MailProvider, text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined
  const url = text.trim()
  if (url === '') return null
  const problem = findRedirectUrlProblem(provider, url)
  if (problem !== null) throw new AppError('invalid', problem)
  return url
}
