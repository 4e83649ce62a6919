import { createHash } from 'node:crypto'
import { toAccount } from '../microsoft/login/accounts.ts'
import type { App } from '../microsoft/login/apps.ts'
import { createMicrosoft } from '../microsoft/microsoft.ts'
import { VirtualClock } from '../world/clock.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import { compose, type Composition } from '../world/message/compose.ts'
import { createWorld } from '../world/world.ts'

export const app: App = {
  clientId: 'app-1',
  clientSecret: 'secret-1',
  name: 'Doorman',
  redirectUris: ['https://app.test/callback'],
}
export const otherApp: App = { ...app, clientId: 'app-2', clientSecret: 'secret-2', name: 'Other' }
export const redirectUri = 'https://app.test/callback'
export const allScopes = 'openid profile email offline_access User.Read Mail.ReadWrite Mail.Send'
export const verifier = 'a-verifier-that-is-at-least-forty-three-characters-long'
export const challenge = createHash('sha256').update(verifier).digest('base64url')

export type Reply = {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}
// oxlint-disable-next-line typescript/no-explicit-any -- the tests check the shape of a reply
type Json = any

/** A world with two Microsoft mailboxes, and an app that can sign in to them. */
export function openTestApp(fetch?: typeof globalThis.fetch) {
  const clock = new VirtualClock(new Date('2026-11-16T09:00:00Z'))
  const world = createWorld({ clock, ...(fetch && { fetch }) })
  const ann = world.addMailbox({
    provider: 'microsoft',
    address: 'ann@acme.test',
    name: 'Ann Ash',
    aliases: ['ann.ash@acme.test'],
  })
  const bob = world.addMailbox({ provider: 'microsoft', address: 'bob@outlook.com', name: 'Bob' })
  world.addMailbox({ provider: 'google', address: 'gus@gmail.test', name: 'Gus' })
  const microsoft = createMicrosoft(world, {
    apps: [app, otherApp],
    loginUrl: 'https://login.test',
    graphUrl: 'https://graph.test',
    ...(fetch && { fetch }),
  })
  const { handle } = microsoft

  const authorizeUrl = (options: Readonly<Record<string, string>> = {}, tenant = 'common') => {
    const query = new URLSearchParams({
      client_id: app.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: allScopes,
      state: 's',
      nonce: 'n',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...options,
    })
    return `https://login.test/${tenant}/oauth2/v2.0/authorize?${query}`
  }

  /** Submits the page. Returns the URL that the browser is redirected to. */
  const submitPage = async (url: string, form: Readonly<Record<string, string>>) => {
    const response = await handle(
      new Request(url, { method: 'POST', body: new URLSearchParams(form) }),
    )
    return new URL(response.headers.get('location') ?? '')
  }

  const fetchCode = async (store: MailStore, options: Readonly<Record<string, string>> = {}) => {
    const form = { account: toAccount(store).objectId, answer: 'accept' }
    const redirect = await submitPage(authorizeUrl(options), form)
    return redirect.searchParams.get('code') ?? ''
  }

  const post = async (form: Readonly<Record<string, string>>): Promise<Reply> =>
    toReply(
      await handle(
        new Request('https://login.test/common/oauth2/v2.0/token', {
          method: 'POST',
          body: new URLSearchParams(form),
        }),
      ),
    )

  const redeem = (code: string, form: Readonly<Record<string, string>> = {}) =>
    post({
      grant_type: 'authorization_code',
      client_id: app.clientId,
      client_secret: app.clientSecret,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...form,
    })

  const refresh = (refreshToken: string, form: Readonly<Record<string, string>> = {}) =>
    post({
      grant_type: 'refresh_token',
      client_id: app.clientId,
      client_secret: app.clientSecret,
      refresh_token: refreshToken,
      ...form,
    })

  /** Signs in to a mailbox and returns a caller with its access token. */
  const connect = async (store: MailStore, scope = 'User.Read Mail.ReadWrite Mail.Send') => {
    const { body } = await redeem(await fetchCode(store, { scope }))
    return toCaller(handle, body.access_token)
  }

  let messageNumber = 0
  const deliver = (to: MailStore, message: Partial<Composition> = {}) => {
    messageNumber++
    const raw = compose({
      from: 'Pat <pat@vendor.test>',
      to: to.address,
      subject: `Message ${messageNumber}`,
      text: 'Quick question',
      date: clock.now(),
      rfcMessageId: `<${messageNumber}@vendor.test>`,
      ...message,
    })
    return world.deliver(raw, to.address)
  }

  return {
    clock,
    world,
    ann,
    bob,
    microsoft,
    handle,
    authorizeUrl,
    submitPage,
    fetchCode,
    post,
    redeem,
    refresh,
    connect,
    deliver,
  }
}

export type Caller = ReturnType<typeof toCaller>

export const immutable = { prefer: 'IdType="ImmutableId"' }

export function toCaller(handle: (request: Request) => Promise<Response>, token: string) {
  const call =
    (method: string) =>
    async (
      path: string,
      body?: object,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Reply> => {
      const url = path.startsWith('https:') ? path : `https://graph.test/v1.0/${path}`
      const request = new Request(url, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return toReply(await handle(request))
    }
  const get = call('GET')
  return {
    token,
    get: (path: string, headers?: Readonly<Record<string, string>>) =>
      get(path, undefined, headers),
    post: call('POST'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  }
}

async function toReply(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const { status, headers } = response
  return { status, headers, body: isJson ? JSON.parse(text) : text }
}
