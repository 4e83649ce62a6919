import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { GoogleConfig, MicrosoftConfig } from '@doorman/runtime/config/mail-config'
import type { Settings } from '../settings.ts'

/** The redirect URL of the OAuth flow. */
export function toRedirectUrl({ address }: Settings, provider: MailProvider): string {
  const origin = 'value' in address ? new URL(address.value.publicUrl).origin : ''
  return `${origin}/api/${provider}/callback`
}

/** Answers 401 without a token: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users/getProfile */
export function toGmailProfileUrl({ apiUrl }: GoogleConfig): string {
  return `${apiUrl}/gmail/v1/users/me/profile`
}

/** Answers 401 without a token: https://learn.microsoft.com/graph/api/user-get */
export function toGraphUserUrl({ graphUrl }: MicrosoftConfig): string {
  return `${graphUrl}/v1.0/me`
}
