import { settings } from '@doorman/db/schema'
import type { Context } from '../ports/context.ts'

/** Empty: the address that Doorman derives from its own. */
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
