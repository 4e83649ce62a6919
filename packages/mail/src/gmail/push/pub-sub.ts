import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { createGoogleKeys } from '../consent/google-keys.ts'
import { createGoogleOauth, type GoogleOauthOptions } from '../consent/google-oauth.ts'
import { findClaims } from '../consent/google-token.ts'

export type PubSubOptions = GoogleOauthOptions & {
  /** The audience of the subscription's tokens: our webhook's URL. */
  readonly audience: string
  /** The service account whose tokens the subscription sends. */
  readonly pushAccount: string
}

/** A request to our webhook. */
type PushRequest = { readonly authorization: string | undefined; readonly body: string }

export type PubSub = {
  /**
   * The addresses of the mailboxes that changed; none if the body is unreadable. `unproven` if the
   * token does not prove that our own subscription sent the request.
   */
  listAddresses(request: PushRequest): Promise<readonly string[] | 'unproven'>
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
    // Accepted although it is unreadable: an error would make Pub/Sub send the same body again and
    // again.
    return []
  }
}
