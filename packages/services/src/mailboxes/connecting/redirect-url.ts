import { settings } from '@doorman/db/schema'
import { toCallbackPath } from '@doorman/domain/accounts/redirect-url'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Context } from '../../ports/context.ts'

/** Where the provider sends browsers back to: the URL that an admin has set, or our own. */
export async function loadRedirectUrl(ctx: Context, provider: MailProvider): Promise<string> {
  const [set] = await ctx.db
    .select({
      gmail: settings.gmailOauthRedirectUrl,
      microsoft: settings.microsoftOauthRedirectUrl,
    })
    .from(settings)
  return set?.[provider] || `${ctx.publicUrl}${toCallbackPath(provider)}`
}
