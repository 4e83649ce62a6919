import { normaliseAddress } from '@doorman/domain/email-address'
import { createGoogleKeys } from './google-keys.ts'
import { createGoogleOauth, type GoogleOauthOptions } from './google-oauth.ts'
import { findClaims } from './google-token.ts'

export type PubSubOptions = GoogleOauthOptions & {
  /** For whom the subscription's tokens are made: the address it pushes to. */
  readonly audience: string
  /** The address of the service account that signs for it. */
  readonly pushAccount: string
}

/** One push as it came in. */
export type Pushed = { readonly authorization: string | undefined; readonly body: string }

export type PubSub = {
  /** The mailbox that has news, if it can be read; `unproven` unless our own subscription signed for it. */
  listAddresses(pushed: Pushed): Promise<readonly string[] | 'unproven'>
}

/** https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions */
export function createPubSub(options: PubSubOptions): PubSub {
  const { clock, audience, pushAccount } = options
  const findPem = createGoogleKeys({ clock, load: createGoogleOauth(options).loadCerts })

  async function isProven(authorization: string | undefined): Promise<boolean> {
    const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? []
    if (token === undefined) return false
    const claims = await findClaims(token, { findPem, audience, now: clock.now() })
    return claims?.['email'] === pushAccount && claims['email_verified'] === true
  }

  return {
    async listAddresses({ authorization, body }) {
      return (await isProven(authorization)) ? listAddresses(body) : 'unproven'
    },
  }
}

/** https://developers.google.com/workspace/gmail/api/guides/push#receive_notifications */
function listAddresses(body: string): readonly string[] {
  try {
    const { message } = JSON.parse(body) as { message: { data: string } }
    const data: unknown = JSON.parse(Buffer.from(message.data, 'base64').toString())
    const { emailAddress } = data as { emailAddress: unknown }
    return typeof emailAddress === 'string' ? [normaliseAddress(emailAddress)] : []
  } catch {
    // Signed and yet not readable: to be sent it again would help nobody.
    return []
  }
}
