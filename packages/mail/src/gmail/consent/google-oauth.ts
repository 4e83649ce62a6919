import { withCallTimeout } from '../../http/call-timeout.ts'
import { limitedFetch, toFormRequest } from '../../http/limited-fetch.ts'
import { MailError, type MailFailure } from '../../mail-error.ts'
import { findRetryAfterMs } from '../../http/retry-after.ts'
import { createRetry, type Retry } from '../../http/retry.ts'
import type { Transport } from '../../http/transport.ts'

export type GoogleOauthOptions = Transport & {
  /** A simulator that serves all of Google's OAuth hosts; `null` for Google itself. */
  readonly oauthUrl: string | null
  readonly clientId: string
  readonly clientSecret: string
}

/** https://accounts.google.com/.well-known/openid-configuration */
export function toGoogleUrls(oauthUrl: string | null) {
  return {
    authorize: `${oauthUrl ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    token: `${oauthUrl ?? 'https://oauth2.googleapis.com'}/token`,
    revoke: `${oauthUrl ?? 'https://oauth2.googleapis.com'}/revoke`,
    certs: `${oauthUrl ?? 'https://www.googleapis.com'}/oauth2/v1/certs`,
  }
}

type Json = { readonly [key: string]: unknown }

/** An error answer of Google's OAuth endpoints. */
export class OauthError extends MailError {
  /** The OAuth error code, such as `invalid_grant`. */
  readonly error: string | null

  constructor(
    failure: MailFailure,
    { status, error }: { readonly status: number; readonly error: string | null },
    options: { readonly retryAfterMs: number | null },
  ) {
    super(failure, [status, error].filter((part) => part !== null).join(' '), options)
    this.error = error
  }
}

export type GoogleOauth = {
  requestToken(form: Readonly<Record<string, string>>): Promise<Json>
  revoke(token: string): Promise<void>
  loadCerts(): Promise<Json>
}

export function createGoogleOauth(options: GoogleOauthOptions): GoogleOauth {
  const { clock, fetch, clientId, clientSecret } = options
  const urls = toGoogleUrls(options.oauthUrl)
  const retry: Retry = createRetry(options)
  const { signal } = new AbortController()
  /** Revoking a token twice is harmless. */
  const readBack = async () => null

  async function request(url: string, form?: Readonly<Record<string, string>>): Promise<Json> {
    const { status, isOk, headers, text } = await withCallTimeout(clock, (timeout) =>
      limitedFetch(fetch, url, { signal: timeout, ...(form && toFormRequest(form)) }),
    )
    const json = findJson(text)
    if (isOk && json && !('error' in json)) return json
    const error = findCode(json?.['error'])
    const header = headers.get('retry-after')
    const failure = isOk ? 'unavailable' : toOauthFailure(status, error)
    throw new OauthError(
      failure,
      { status, error },
      { retryAfterMs: findRetryAfterMs({ header, now: clock.now() }) },
    )
  }

  return {
    requestToken: (form) =>
      request(urls.token, { client_id: clientId, client_secret: clientSecret, ...form }),
    loadCerts: () => retry(() => request(urls.certs), { signal }),
    async revoke(token) {
      try {
        await retry(() => request(urls.revoke, { token }), { signal, readBack })
      } catch (error) {
        // Already revoked.
        if (!(error instanceof OauthError && error.error === 'invalid_token')) throw error
      }
    },
  }
}

/** The only codes that mean the grant is gone. Any other failure must not disconnect a mailbox. */
const revokedCodes = new Set(['access_denied', 'admin_policy_enforced', 'invalid_grant'])

function toOauthFailure(status: number, error: string | null): MailFailure {
  if (status === 429) return 'rate-limited'
  if (status >= 500 || error === null) return 'unavailable'
  return revokedCodes.has(error) ? 'access-revoked' : 'refused'
}

function findCode(value: unknown): string | null {
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : null
}

/** An empty body counts as `{}`: Google answers a revocation with either. */
function findJson(text: string): Json | null {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
