import type { Provider } from '@doorman/domain/mailbox'
import type { GoogleConfig, MicrosoftConfig } from '@doorman/runtime/mail-config'
import type { Settings } from './settings.ts'

/** Where a provider sends people back to, unless an admin has set another. */
export function toRedirectUrl({ address }: Settings, provider: Provider): string {
  const origin = 'value' in address ? new URL(address.value.publicUrl).origin : ''
  return `${origin}/api/${provider}/callback`
}

/** What answers 401 to whoever brings no token: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users/getProfile */
export function toGmailUrl({ apiUrl }: GoogleConfig): string {
  return `${apiUrl}/gmail/v1/users/me/profile`
}

/** The same: https://learn.microsoft.com/graph/api/user-get */
export function toGraphUrl({ graphUrl }: MicrosoftConfig): string {
  return `${graphUrl}/v1.0/me`
}
