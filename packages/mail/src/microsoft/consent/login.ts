import { withCallTimeout } from '../../http/call-timeout.ts'
import { limitedFetch, toFormRequest } from '../../http/limited-fetch.ts'
import { MailError, type MailFailure } from '../../mail-error.ts'
import { findRetryAfterMs } from '../../http/retry-after.ts'
import type { Transport } from '../../http/transport.ts'
import { findText, parseJson, type Json } from '../graph/json.ts'
import { toLoginFailure, type LoginRefusal } from './login-failure.ts'

/** An error answer of the login host. */
export class LoginError extends MailError {
  /** The OAuth error code, such as `invalid_grant`. */
  readonly error: string | null

  constructor(
    failure: MailFailure,
    { error, codes }: LoginRefusal,
    options: { readonly status: number; readonly retryAfterMs: number | null },
  ) {
    super(failure, [options.status, ...codes.map((code) => `AADSTS${code}`)].join(' '), options)
    this.error = error
  }
}

export type LoginOptions = Pick<Transport, 'fetch' | 'clock'> & {
  /** `https://login.microsoftonline.com` or a simulator. */
  readonly loginUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Microsoft's login host, for all tenants and for personal accounts. */
export type Login = {
  load(url: string): Promise<Json>
  requestToken(form: Readonly<Record<string, string>>): Promise<Json>
}

export function createLogin(options: LoginOptions): Login {
  const { clock, fetch, loginUrl, clientId, clientSecret } = options

  async function request(url: string, form?: Readonly<Record<string, string>>): Promise<Json> {
    const { status, isOk, headers, text } = await withCallTimeout(clock, (signal) =>
      limitedFetch(fetch, url, { signal, ...(form && toFormRequest(form)) }),
    )
    const json = parseJson(text)
    if (isOk && json && !('error' in json)) return json
    const refusal = toRefusal(json)
    const header = headers.get('retry-after')
    throw new LoginError(isOk ? 'unavailable' : toLoginFailure(status, refusal), refusal, {
      status,
      retryAfterMs: findRetryAfterMs({ header, now: clock.now() }),
    })
  }

  return {
    load: (url) => request(url),
    requestToken: (form) =>
      request(`${loginUrl}/common/oauth2/v2.0/token`, {
        client_id: clientId,
        client_secret: clientSecret,
        ...form,
      }),
  }
}

function toRefusal(json: Json | null): LoginRefusal {
  const codes: unknown = json?.['error_codes']
  return {
    error: json && findText(json, 'error'),
    codes: Array.isArray(codes) ? codes.filter((code) => typeof code === 'number') : [],
  }
}
