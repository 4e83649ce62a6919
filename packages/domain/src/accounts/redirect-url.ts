import type { MailProvider } from '../mail/mailbox.ts'

/** Where a provider sends browsers after its consent page. We serve no other path. */
export function toCallbackPath(provider: MailProvider): `/api/${string}` {
  return `/api/${provider}/callback`
}

/**
 * What is wrong with an OAuth redirect URL that an admin entered, in a sentence; `null` if it can
 * work. Providers accept http only for this machine, and each provider has one callback path.
 */
export function findRedirectUrlProblem(provider: MailProvider, text: string): string | null {
  if (!URL.canParse(text)) return 'Enter a full address, such as https://example.com.'
  const url = new URL(text)
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    return 'The address must begin with https://.'
  if (url.username !== '' || url.password !== '')
    return 'The address must not contain a user name or password.'
  const path = toCallbackPath(provider)
  if (url.pathname !== path || /[?#]/.test(text)) return `The address must end with ${path}.`
  return null
}
