import { createGoogle, type GoogleOptions } from '@doorman/simulators/google/google'
import { VirtualClock } from '@doorman/simulators/world/clock'
import { createWorld } from '@doorman/simulators/world/world'
import type { Consent, Tokens } from '../consent.ts'
import { createFakeClock } from './fake-clock.ts'
import { createTokenSource, type TokenSource } from '../http/token-source.ts'
import { createGmailConsent } from '../gmail/consent/gmail-consent.ts'

export const redirectUrl = 'http://product.test/callback'
export const app = {
  clientId: 'doorman.apps.googleusercontent.com',
  clientSecret: 'client-secret',
  name: 'Doorman',
  redirectUris: [redirectUrl],
}
export const push = {
  topic: 'projects/doorman/topics/gmail',
  subscription: 'projects/doorman/subscriptions/gmail-push',
  endpoint: 'http://product.test/webhooks/gmail',
  audience: 'http://product.test/webhooks/gmail',
  serviceAccount: 'push@doorman.iam.gserviceaccount.com',
}
export const request = {
  state: 'a state',
  nonce: 'a nonce',
  codeVerifier: 'a-verifier-of-at-least-forty-three-characters-0123',
  redirectUrl,
}
/** With a path, as in the demo. */
const baseUrl = 'http://localhost:3000/simulated/google'

/** Simulated Google with one mailbox, at which our app is registered. */
export function createFakeGoogle(options: Partial<GoogleOptions> = {}) {
  const virtualClock = new VirtualClock(new Date('2026-11-15T12:00:00Z'))
  const clock = createFakeClock(virtualClock)
  const world = createWorld({ clock: virtualClock })
  const store = world.addMailbox({
    provider: 'google',
    address: 'ann@own.test',
    name: 'Ann',
    aliases: ['sales@own.test'],
    // Larger than any safe integer, as real history ids can be.
    firstChangeId: 9_300_000_000_000_000_000n,
  })
  const google = createGoogle(world, { apps: [app], push, ...options })
  const fetch: typeof globalThis.fetch = (input, init) => {
    const call = new Request(input, init)
    if (!call.url.startsWith(baseUrl)) throw new Error(`Unexpected call to ${call.url}`)
    return google.handle(new Request(call.url.replace(baseUrl, 'http://google.test'), call))
  }
  const transport = { fetch, clock, random: () => 0.5 }
  const consent = createGmailConsent({ ...transport, ...app, oauthUrl: baseUrl })
  return { google, world, store, clock, virtualClock, transport, baseUrl, fetch, consent }
}

export type FakeGoogle = ReturnType<typeof createFakeGoogle>

/** Presses Allow on the consent page, with some scopes unticked. Returns the callback URL. */
export async function allow(
  { fetch, store }: FakeGoogle,
  url: string,
  { untick = [] }: { readonly untick?: readonly string[] } = {},
): Promise<URL> {
  const page = await (await fetch(url)).text()
  const form = new URLSearchParams({ answer: 'allow', account: store.owner.subject })
  for (const [, scope = ''] of page.matchAll(/name="scope" value="([^"]+)" checked/g))
    if (!untick.includes(scope)) form.append('scope', scope)
  const response = await fetch(url, { method: 'POST', body: form })
  return new URL(response.headers.get('location') ?? '')
}

/** Goes through the consent page and returns the tokens for the adapter. */
export async function connect(google: FakeGoogle): Promise<TokenSource> {
  const { consent } = google
  const callback = await allow(google, consent.toAuthorizationUrl(request))
  const code = callback.searchParams.get('code') ?? ''
  const result = await consent.redeemCode({ ...request, code })
  if (result.kind !== 'granted') throw new Error(result.kind)
  return openTokens(google, consent, result.grant.tokens)
}

function openTokens({ clock }: { clock: FakeGoogle['clock'] }, consent: Consent, first: Tokens) {
  let stored = first
  return createTokenSource({
    load: async () => stored,
    save: async (next) => {
      stored = next
      return true
    },
    refresh: (refreshToken) => consent.refresh(refreshToken),
    withLock: (run) => run(),
    now: () => clock.now(),
  })
}
