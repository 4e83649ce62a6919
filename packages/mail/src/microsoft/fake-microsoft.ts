import { productName } from '@doorman/domain/brand'
import { createMicrosoft } from '@doorman/simulators/microsoft/microsoft'
import { VirtualClock } from '@doorman/simulators/world/clock'
import { compose, type Composition } from '@doorman/simulators/world/compose'
import type { MailStore, StoredMail } from '@doorman/simulators/world/mail-store'
import { createWorld } from '@doorman/simulators/world/world'
import type { Consent } from '../consent.ts'
import { createFakeClock } from '../fake-clock.ts'
import type { MailId } from '../mailbox.ts'
import { createTokenSource } from '../tokens.ts'
import type { LoginOptions } from './login.ts'
import { createMicrosoftConsent } from './microsoft-consent.ts'
import { createMicrosoftMailbox } from './microsoft-mailbox.ts'

export type Fetch = typeof globalThis.fetch

/** With a path, as where the demo mounts them. */
export const loginUrl = 'http://localhost:3000/simulated/login'
export const graphUrl = 'http://localhost:3000/simulated/graph'
export const redirectUrl = 'http://product.test/callback'
export const app = { clientId: 'doorman', clientSecret: 'client-secret' }
export const otherApp = { clientId: 'somebody-else', clientSecret: 'their-secret' }
export const push = {
  notificationUrl: 'https://product.test/webhooks/graph',
  lifecycleUrl: 'https://product.test/webhooks/graph-lifecycle',
  clientState: 'a-secret-of-ours',
}
export const request = {
  state: 'a state',
  nonce: 'a nonce',
  codeVerifier: 'a-verifier-of-at-least-forty-three-characters-0123',
  redirectUrl,
}

/** One Microsoft for all tests of a file, since its key takes a while to make. Each test has a mailbox of its own. */
export const virtualClock = new VirtualClock(new Date('2026-11-15T12:00:00Z'))
export const world = createWorld({ clock: virtualClock, fetch: answerWebhook })
export const microsoft = createMicrosoft(world, {
  apps: [app, otherApp].map((registered) => ({
    ...registered,
    name: productName,
    redirectUris: [redirectUrl],
  })),
  loginUrl,
  graphUrl,
  fetch: answerWebhook,
})
const clock = createFakeClock(virtualClock)

export const fetchMicrosoft: Fetch = async (input, init) => {
  const asked = new Request(input, init)
  const base = [loginUrl, graphUrl].find((url) => asked.url.startsWith(`${url}/`))
  if (base === undefined) throw new Error(`Nobody may call ${asked.url}`)
  return microsoft.handle(new Request(asked.url.replace(base, 'http://microsoft.test'), asked))
}

export function openConsent(options: Partial<LoginOptions> = {}): Consent {
  return createMicrosoftConsent({ fetch: fetchMicrosoft, clock, loginUrl, ...app, ...options })
}

let people = 0

export function addMailbox(): MailStore {
  world.faults.clear()
  microsoft.behave({})
  people++
  return world.addMailbox({
    provider: 'microsoft',
    address: `ann@own${people}.test`,
    name: 'Ann',
    aliases: [`sales@own${people}.test`],
  })
}

/** Presses Accept on the sign-in page and gives the code with which the browser is sent back. */
export async function accept(url: string, store: MailStore): Promise<string> {
  const form = new URLSearchParams({ account: store.owner.subject, answer: 'accept' })
  const response = await fetchMicrosoft(url, { method: 'POST', body: form })
  const { searchParams } = new URL(response.headers.get('location') ?? '')
  return searchParams.get('code') ?? ''
}

/** A mailbox that was let in, seen from both sides. `onCall` hears of each call before Microsoft does. */
export async function connectMailbox(onCall?: (asked: Request) => void | Promise<void>) {
  const store = addMailbox()
  const fetch: Fetch = async (input, init) => {
    const asked = new Request(input, init)
    await onCall?.(asked)
    return fetchMicrosoft(asked)
  }
  const consent = openConsent()
  const code = await accept(consent.toUrl(request), store)
  const redemption = await consent.redeem({ ...request, code })
  if (redemption.kind !== 'granted') throw new Error(redemption.kind)
  let { tokens } = redemption.grant

  /** Another object for the same mailbox, as another process has one. */
  const open = () =>
    createMicrosoftMailbox({
      fetch,
      clock,
      chance: () => 0.5,
      graphUrl,
      push,
      tokens: createTokenSource({
        load: async () => tokens,
        save: async (next, previous) => {
          if (tokens !== previous) return false
          tokens = next
          return true
        },
        refresh: (refreshToken) => openConsent({ fetch }).refresh(refreshToken),
        withLock: (run) => run(),
        now: () => clock.now(),
      }),
    })

  async function loadNewestId(): Promise<MailId> {
    const response = await fetchMicrosoft(`${graphUrl}/v1.0/me/messages?$top=1&$select=id`, {
      headers: {
        authorization: `Bearer ${tokens.accessToken}`,
        prefer: 'IdType="ImmutableId"',
      },
    })
    const { value } = (await response.json()) as { value: [{ id: MailId }] }
    return value[0].id
  }

  return {
    store,
    mailbox: open(),
    open,
    /** Mail from outside, and the id under which we know it. */
    async deliver(
      raw: Uint8Array = composeMail(),
      place = 'inbox',
    ): Promise<{ readonly mail: StoredMail; readonly id: MailId }> {
      await virtualClock.advance(1000)
      const mail = world.deliver(raw, store.address, { places: [place] })
      return { mail, id: await loadNewestId() }
    },
    /** Mail that its owner wrote. */
    write: (mail: Partial<Composition>, place = 'sent') =>
      store.add({
        raw: composeMail({ from: store.address, ...mail }),
        places: [place],
        isRead: true,
      }),
    findOwnFolder: () => store.userPlaces.find(({ name }) => name === productName)?.id,
  }
}

let mails = 0

export function composeMail(mail: Partial<Composition> = {}): Uint8Array {
  mails++
  return compose({
    from: 'Pat <pat@vendor.test>',
    to: 'ann@own.test',
    subject: `Mail ${mails}`,
    text: 'A quick question',
    date: virtualClock.now(),
    messageId: `<${mails}@vendor.test>`,
    ...mail,
  })
}

/** The product's webhook, which says what Graph wants to hear before a subscription begins. */
async function answerWebhook(input: RequestInfo | URL): Promise<Response> {
  const { url } = new Request(input)
  return new Response(new URL(url).searchParams.get('validationToken') ?? '')
}
