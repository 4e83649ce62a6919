import { AppError } from '@doorman/domain/app-error'
import type { Context } from '../../ports/context.ts'
import { loadRedirectUrl } from './redirect-url.ts'

/**
 * The page at Microsoft where administrators allow access for their organisation. Users pass it on,
 * so it says nothing about them.
 */
export async function loadAdminConsent(ctx: Context): Promise<{ url: string }> {
  const redirectUrl = await loadRedirectUrl(ctx, 'microsoft')
  const url = ctx.mail.consents.microsoft?.toAdminConsentUrl({ redirectUrl })
  if (!url) throw new AppError('unavailable', 'Microsoft isn’t set up on this server.')
  return { url }
}
