import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { GoogleConfig, MicrosoftConfig } from '@doorman/runtime/config/mail-config'
import type { Settings } from '../settings.ts'

/** The redirect URL for connecting a mailbox. */
export function toRedirectUrl(settings: Settings, provider: MailProvider): string {
  return `${toOrigin(settings)}/api/${provider}/callback`
}

export function toSignInRedirectUrl(settings: Settings, provider: SignInProvider): string {
  return `${toOrigin(settings)}/api/auth/${provider}/callback`
}

function toOrigin({ address }: Settings): string {
  return 'value' in address ? new URL(address.value.publicUrl).origin : ''
}

/** Answers 401 without a token: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users/getProfile */
export function toGmailProfileUrl({ apiUrl }: GoogleConfig): string {
  return `${apiUrl}/gmail/v1/users/me/profile`
}

/** Answers 401 without a token: https://learn.microsoft.com/graph/api/user-get */
export function toGraphUserUrl({ graphUrl }: MicrosoftConfig): string {
  return `${graphUrl}/v1.0/me`
}
