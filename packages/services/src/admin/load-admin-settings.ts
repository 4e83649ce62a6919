import { settings } from '@doorman/db/schema'
import type { Context } from '../ports/context.ts'

/** OAuth redirect URLs. If one is empty, Doorman derives it from its own address. */
export type AdminSettings = {
  readonly gmailOauthRedirectUrl: string
  readonly microsoftOauthRedirectUrl: string
}

export async function loadAdminSettings({ db }: Pick<Context, 'db'>): Promise<AdminSettings> {
  const [set] = await db
    .select({
      gmail: settings.gmailOauthRedirectUrl,
      microsoft: settings.microsoftOauthRedirectUrl,
    })
    .from(settings)
  return {
    gmailOauthRedirectUrl: set?.gmail ?? '',
    microsoftOauthRedirectUrl: set?.microsoft ?? '',
  }
}
