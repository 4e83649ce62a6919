import { gmail, type gmail_v1 } from '@googleapis/gmail'
import { CodeChallengeMethod, OAuth2Client, type Credentials } from 'google-auth-library'
import { createGoogle, type Google, type GoogleOptions } from '../google/google.ts'
import { VirtualClock } from '../world/clock.ts'
import { compose, type Composition } from '../world/message/compose.ts'
import { createWorld, type Handler, type World } from '../world/world.ts'

/** Google's official clients, connected to the simulator. */
export type TestGoogle = {
  readonly world: World
  readonly simulator: Google
  readonly handle: Handler
  readonly oauth: OAuth2Client
  connect(address: string, options?: ConnectOptions): Promise<Connection>
}

type ConnectOptions = { readonly scopes?: readonly string[]; readonly untick?: readonly string[] }

type Connection = { readonly api: gmail_v1.Gmail; readonly tokens: Credentials }

export const app = {
  clientId: 'doorman.apps.googleusercontent.com',
  clientSecret: 'client-secret',
  name: 'Doorman',
  redirectUris: ['http://product.test/callback'],
}

export const push = {
  topic: 'projects/doorman/topics/gmail',
  subscription: 'projects/doorman/subscriptions/gmail-push',
  endpoint: 'http://product.test/webhooks/gmail',
  audience: 'http://product.test/webhooks/gmail',
  serviceAccount: 'push@doorman.iam.gserviceaccount.com',
}

export const modify = 'https://www.googleapis.com/auth/gmail.modify'
export const usualScopes = ['openid', 'email', modify]
export const verifier = 'a-verifier-of-at-least-forty-three-characters-0123'
export const challenge = 'v70ixSDfoBEDrDZV-0YABusoh_Ajp_a66XlJlwBHynw'

export function makeGoogle(
  options: Partial<GoogleOptions> & { readonly fetch?: typeof globalThis.fetch } = {},
): TestGoogle {
  const { fetch, ...rest } = options
  const clock = new VirtualClock(new Date('2026-11-15T12:00:00Z'))
  const world = createWorld({ clock, ...(fetch && { fetch }) })
  const simulator = createGoogle(world, { apps: [app], push, ...rest })
  const { handle } = simulator
  const fetchImplementation = (input: RequestInfo | URL, init?: RequestInit) =>
    handle(new Request(input, init))
  const makeOAuth = () =>
    new OAuth2Client({
      clientId: app.clientId,
      clientSecret: app.clientSecret,
      redirectUri: app.redirectUris[0] ?? '',
      transporterOptions: { fetchImplementation },
    })
  const oauth = makeOAuth()

  return {
    world,
    simulator,
    handle,
    oauth,
    async connect(address, { scopes = usualScopes, untick = [] } = {}) {
      const url = oauth.generateAuthUrl({
        scope: [...scopes],
        access_type: 'offline',
        prompt: 'consent',
        code_challenge: challenge,
        code_challenge_method: CodeChallengeMethod.S256,
      })
      const redirect = await allow(
        handle,
        url,
        world.findMailbox(address)?.owner.subject ?? '',
        untick,
      )
      const code = redirect.searchParams.get('code') ?? ''
      const { tokens } = await oauth.getToken({ code, codeVerifier: verifier })
      const auth = makeOAuth()
      auth.setCredentials({ access_token: tokens.access_token ?? null })
      return {
        tokens,
        api: gmail({ version: 'v1', auth, rootUrl: 'http://google.test/', retry: false }),
      }
    },
  }
}

/** Presses Allow on the consent page. Returns the URL that the browser is redirected to. */
export async function allow(
  handle: Handler,
  url: string,
  account: string,
  untick: readonly string[] = [],
): Promise<URL> {
  const page = await (await handle(new Request(url))).text()
  const form = new URLSearchParams({ answer: 'allow', account })
  for (const [, scope] of page.matchAll(/name="scope" value="([^"]+)" checked/g))
    if (scope !== undefined && !untick.includes(scope)) form.append('scope', scope)
  const response = await handle(new Request(url, { method: 'POST', body: form }))
  return new URL(response.headers.get('location') ?? '')
}

let composedCount = 0

export function composeTestMessage(overrides: Partial<Composition> = {}): Uint8Array {
  return compose({
    from: 'Jo <jo@vendor.test>',
    to: 'ann@example.com',
    subject: 'Quick question',
    text: 'Hello Ann',
    date: new Date('2026-11-15T11:59:00Z'),
    rfcMessageId: `<${++composedCount}@vendor.test>`,
    ...overrides,
  })
}

export function encode(raw: Uint8Array): string {
  return Buffer.from(raw).toString('base64url')
}
