import { productName } from '@doorman/domain/brand'
import { createMicrosoft } from '@doorman/simulators/microsoft/microsoft'
import { VirtualClock } from '@doorman/simulators/world/clock'
import { compose, type Composition } from '@doorman/simulators/world/message/compose'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import type { StoredMessage } from '@doorman/simulators/world/mailbox/stored-message'
import { createWorld } from '@doorman/simulators/world/world'
import type { Consent } from '../consent.ts'
import { createFakeClock } from './fake-clock.ts'
import type { ProviderMessageId } from '../mailbox.ts'
import { createTokenSource } from '../http/token-source.ts'
import type { LoginOptions } from '../microsoft/consent/login.ts'
import { createMicrosoftConsent } from '../microsoft/consent/microsoft-consent.ts'
import { createMicrosoftMailbox } from '../microsoft/microsoft-mailbox.ts'

export type Fetch = typeof globalThis.fetch

/** With a path, as in the demo. */
export const loginUrl = 'http://localhost:3000/simulated/login'
export const graphUrl = 'http://localhost:3000/simulated/graph'
export const redirectUrl = 'http://product.test/callback'
export const app = { clientId: 'doorman', clientSecret: 'client-secret' }
export const otherApp = { clientId: 'other-app', clientSecret: 'their-secret' }
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

/** Shared by the tests of a file: its key takes long to create. Each test adds a mailbox. */
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
  const call = new Request(input, init)
  const base = [loginUrl, graphUrl].find((url) => call.url.startsWith(`${url}/`))
  if (base === undefined) throw new Error(`Unexpected call to ${call.url}`)
  return microsoft.handle(new Request(call.url.replace(base, 'http://microsoft.test'), call))
}

export function openConsent(options: Partial<LoginOptions> = {}): Consent {
  return createMicrosoftConsent({ fetch: fetchMicrosoft, clock, loginUrl, ...app, ...options })
}

let mailboxCount = 0

export function addMailbox(kind: 'work' | 'personal' = 'work'): MailStore {
  world.faults.clear()
  microsoft.setQuirks({})
  mailboxCount++
  const [address, alias] =
    kind === 'work'
      ? [`ann@own${mailboxCount}.test`, `sales@own${mailboxCount}.test`]
      : [`ann.${mailboxCount}@outlook.com`, `sales.${mailboxCount}@hotmail.com`]
  return world.addMailbox({
    provider: 'microsoft',
    address,
    name: 'Ann',
    aliases: [alias],
    ...(kind === 'personal' && { contactAddress: `ann.${mailboxCount}@gmail.com` }),
  })
}

/** Presses Accept on the sign-in page. Returns the code from the callback URL. */
export async function accept(url: string, store: MailStore): Promise<string> {
  const form = new URLSearchParams({ account: store.owner.subject, answer: 'accept' })
  const response = await fetchMicrosoft(url, { method: 'POST', body: form })
  const { searchParams } = new URL(response.headers.get('location') ?? '')
  return searchParams.get('code') ?? ''
}

/** A connected mailbox, and its store in the simulator. `onCall` runs before each call. */
export async function connectMailbox(
  onCall?: (call: Request) => void | Promise<void>,
  kind?: 'work' | 'personal',
) {
  const store = addMailbox(kind)
  const fetch: Fetch = async (input, init) => {
    const call = new Request(input, init)
    await onCall?.(call)
    return fetchMicrosoft(call)
  }
  const consent = openConsent()
  const code = await accept(consent.toAuthorizationUrl(request), store)
  const result = await consent.redeemCode({ ...request, code })
  if (result.kind !== 'granted') throw new Error(result.kind)
  let { tokens } = result.grant

  /** A further object for the same mailbox, as another process would create it. */
  const open = () =>
    createMicrosoftMailbox({
      fetch,
      clock,
      random: () => 0.5,
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

  async function loadNewestId(): Promise<ProviderMessageId> {
    const response = await fetchMicrosoft(`${graphUrl}/v1.0/me/messages?$top=1&$select=id`, {
      headers: {
        authorization: `Bearer ${tokens.accessToken}`,
        prefer: 'IdType="ImmutableId"',
      },
    })
    const { value } = (await response.json()) as { value: [{ id: ProviderMessageId }] }
    return value[0].id
  }

  return {
    store,
    mailbox: open(),
    open,
    readAccessToken: () => tokens.accessToken,
    /** Delivers a message. Returns it as stored, and with the id that Graph gives us. */
    async deliver(
      raw: Uint8Array = composeMessage(),
      folder = 'inbox',
    ): Promise<{ readonly stored: StoredMessage; readonly id: ProviderMessageId }> {
      await virtualClock.advance(1000)
      const stored = world.deliver(raw, store.address, { folders: [folder] })
      return { stored, id: await loadNewestId() }
    },
    /** Adds a message that the mailbox's owner wrote. */
    writeAsUser: (fields: Partial<Composition>, folder = 'sent') =>
      store.add({
        raw: composeMessage({ from: store.address, ...fields }),
        folders: [folder],
        isRead: true,
      }),
    findSetAsideFolder: () => store.userFolders.find(({ name }) => name === productName)?.id,
  }
}

let messageCount = 0

export function composeMessage(fields: Partial<Composition> = {}): Uint8Array {
  messageCount++
  return compose({
    from: 'Pat <pat@vendor.test>',
    to: 'ann@own.test',
    subject: `Message ${messageCount}`,
    text: 'A quick question',
    date: virtualClock.now(),
    rfcMessageId: `<${messageCount}@vendor.test>`,
    ...fields,
  })
}

/** The product's webhook. Graph starts a subscription only if it gets its token back. */
async function answerWebhook(input: RequestInfo | URL): Promise<Response> {
  const { url } = new Request(input)
  return new Response(new URL(url).searchParams.get('validationToken') ?? '')
}
