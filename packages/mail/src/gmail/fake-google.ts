import { createGoogle, type GoogleOptions } from '@doorman/simulators/google/google'
import { VirtualClock } from '@doorman/simulators/world/clock'
import { createWorld } from '@doorman/simulators/world/world'
import type { Consent, Tokens } from '../consent.ts'
import { createFakeClock } from '../fake-clock.ts'
import { createTokenSource, type TokenSource } from '../tokens.ts'
import { createGmailConsent } from './gmail-consent.ts'

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
/** With a path, as where the demo mounts it. */
const baseUrl = 'http://localhost:3000/simulated/google'

/** The simulated Google with one mailbox, our app registered there, and somebody at the browser. */
export function createFakeGoogle(options: Partial<GoogleOptions> = {}) {
  const virtualClock = new VirtualClock(new Date('2026-11-15T12:00:00Z'))
  const clock = createFakeClock(virtualClock)
  const world = createWorld({ clock: virtualClock })
  const store = world.addMailbox({
    provider: 'google',
    address: 'ann@own.test',
    name: 'Ann',
    aliases: ['sales@own.test'],
    // Beyond what a number can hold.
    firstChangeId: 9_300_000_000_000_000_000n,
  })
  const handle = createGoogle(world, { apps: [app], push, ...options })
  const fetch: typeof globalThis.fetch = (input, init) => {
    const asked = new Request(input, init)
    if (!asked.url.startsWith(baseUrl)) throw new Error(`Nobody may call ${asked.url}`)
    return handle(new Request(asked.url.replace(baseUrl, 'http://google.test'), asked))
  }
  const wire = { fetch, clock, chance: () => 0.5 }
  const consent = createGmailConsent({ ...wire, ...app, oauthUrl: baseUrl })
  return { world, store, clock, virtualClock, wire, baseUrl, fetch, consent }
}

export type FakeGoogle = ReturnType<typeof createFakeGoogle>

/** Presses Allow on the consent page, perhaps with something unticked, and gives where the browser is sent. */
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

/** A way in for the adapter, through the front door. */
export async function connect(google: FakeGoogle): Promise<TokenSource> {
  const { consent } = google
  const answer = await allow(google, consent.toUrl(request))
  const code = answer.searchParams.get('code') ?? ''
  const redemption = await consent.redeem({ ...request, code })
  if (redemption.kind !== 'granted') throw new Error(redemption.kind)
  return openTokens(google, consent, redemption.grant.tokens)
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
