import { createLimitedFetch } from '../../http/limited-fetch.ts'
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
  const { clock, loginUrl, clientId, clientSecret } = options
  const fetch = createLimitedFetch(options)

  async function readAnswer(response: Response): Promise<Json> {
    const json = parseJson(await response.text())
    if (response.ok && json && !('error' in json)) return json
    const { status } = response
    const refusal = toRefusal(json)
    const header = response.headers.get('retry-after')
    throw new LoginError(response.ok ? 'unavailable' : toLoginFailure(status, refusal), refusal, {
      status,
      retryAfterMs: findRetryAfterMs({ header, now: clock.now() }),
    })
  }

  return {
    load: async (url) => readAnswer(await fetch(url)),
    requestToken: async (form) =>
      readAnswer(
        await fetch(`${loginUrl}/common/oauth2/v2.0/token`, {
          method: 'POST',
          body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }),
        }),
      ),
  }
}

function toRefusal(json: Json | null): LoginRefusal {
  const codes: unknown = json?.['error_codes']
  return {
    error: json && findText(json, 'error'),
    codes: Array.isArray(codes) ? codes.filter((code) => typeof code === 'number') : [],
  }
}
