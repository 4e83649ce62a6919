import { compose } from '@doorman/simulators/world/message/compose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createKeepAliveFetch } from './http/keep-alive-fetch.ts'
import { maxMessageBytes, maxMessagesBytes } from './http/limited-fetch.ts'
import type { Transport } from './http/transport.ts'
import { createGmailMailbox } from './gmail/gmail-mailbox.ts'
import type { Mailbox, ProviderMessageId, ReceivedMessage } from './mailbox.ts'
import { createMicrosoftMailbox } from './microsoft/microsoft-mailbox.ts'
import * as google from './testing/fake-google.ts'
import * as microsoft from './testing/fake-microsoft.ts'
import { serveOverHttp } from './testing/serve-over-http.ts'

// Each adapter with its simulator behind a real loopback connection.

const firstWords = 'Ann & Bo, could we <really> talk about "packaging"?'
const large = toRaw(`${firstWords}\r\n${'More words. '.repeat(300_000)}`)

describe.each([
  ['Gmail', openGmail],
  ['Microsoft', openMicrosoft],
] as const)('%s: a message that is too large to read', (_provider, open) => {
  test('is loaded with its headers and the provider’s excerpt', async () => {
    const { mailbox, id } = await open(large)
    const received = await mailbox.loadMessage(id)
    expect(received).toMatchObject({
      id,
      rfcMessageId: '<large@vendor.test>',
      location: 'inbox',
      isRead: false,
    })
    const { from, subject, headers, body } = received.message
    expect({ from, subject }).toEqual({
      from: { name: 'Pat', address: 'pat@vendor.test' },
      subject: 'A large message',
    })
    expect(headers.get('list-id')).toBe('<news.vendor.test>')
    expect(body.isExcerpt).toBe(true)
    expect(readExcerpt(body)).toContain(firstWords)
    expect(readExcerpt(body).length).toBeLessThan(1_000)
  })

  test('is read up to the limit and no further', async () => {
    const { mailbox, id, countBytes } = await open(large)
    await mailbox.loadMessage(id)
    expect(countBytes()).toBeGreaterThan(maxMessageBytes)
    // The connection delivers chunks of up to 64 KB, and one or two may be read ahead.
    expect(countBytes()).toBeLessThan(maxMessageBytes + 512 * 1024)
  })

  test('among others is loaded with the excerpt, and the others are whole', async () => {
    const { mailbox, id, deliver } = await open(large)
    const other = await deliver(toRaw(firstWords))
    const loaded = await mailbox.loadMessages([other, id])
    expect(loaded.get(id)).toMatchObject({ id, message: { body: { isExcerpt: true } } })
    const { message } = loaded.get(other) as ReceivedMessage
    expect(message.body.isExcerpt ?? false).toBe(false)
    expect(message.body.text ?? message.body.html).toContain('packaging')
  })

  test('several that together are too large to read at once are loaded one by one', async () => {
    const text = `${firstWords}\r\n${'More words. '.repeat(55_000)}The end.`
    const { mailbox, id, deliver, countBytes } = await open(toRaw(text))
    const ids = [id]
    while (ids.length < 8) ids.push(await deliver(toRaw(text)))
    const loaded = await mailbox.loadMessages(ids)
    for (const one of loaded.values())
      expect(one).toMatchObject({ message: { subject: 'A large message' } })
    const bodies = [...loaded.values()].map((one) => (one as ReceivedMessage).message.body)
    for (const body of bodies) expect(body.text ?? body.html).toContain('The end.')
    expect(countBytes()).toBeGreaterThan(maxMessagesBytes + 8 * text.length)
  })

  test('a message below the limit is whole', async () => {
    const text = `${firstWords}\r\n${'More words. '.repeat(60_000)}The end.`
    const { mailbox, id } = await open(toRaw(text))
    const { body } = (await mailbox.loadMessage(id)).message
    expect(body.isExcerpt ?? false).toBe(false)
    expect(body.text ?? body.html).toContain('The end.')
  })
})

/** Gmail’s excerpt is HTML, Graph’s is text. */
function readExcerpt({ text, html }: { text: string | null; html: string | null }): string {
  const unescaped = (html ?? '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  return text ?? unescaped
}

type Opened = {
  readonly mailbox: Mailbox
  readonly id: ProviderMessageId
  /** A further message arrives. */
  readonly deliver: (raw: Uint8Array) => Promise<ProviderMessageId>
  /** Bytes that the adapter has read from the connection. */
  readonly countBytes: () => number
}

async function openGmail(raw: Uint8Array): Promise<Opened> {
  const fake = google.createFakeGoogle()
  const tokens = await google.connect(fake)
  const url = await serve((request) => fake.fetch(toInner(request, fake.baseUrl)))
  const { fetch, countBytes } = createCountingFetch()
  const deliver = async (other: Uint8Array) =>
    fake.world.deliver(other, fake.store.address, { folders: ['inbox'] }).id as ProviderMessageId
  return {
    id: await deliver(raw),
    deliver,
    mailbox: createGmailMailbox({
      ...fake.transport,
      fetch,
      tokens,
      apiUrl: url,
      pushTopic: null,
    }),
    countBytes,
  }
}

async function openMicrosoft(raw: Uint8Array): Promise<Opened> {
  const connected = await microsoft.connectMailbox()
  const url = await serve((request) =>
    microsoft.fetchMicrosoft(toInner(request, microsoft.graphUrl)),
  )
  const { fetch, countBytes } = createCountingFetch()
  const deliver = async (other: Uint8Array) => (await connected.deliver(other)).id
  return {
    id: await deliver(raw),
    deliver,
    mailbox: createMicrosoftMailbox({
      ...google.createFakeGoogle().transport,
      fetch,
      tokens: { use: (call) => call(connected.readAccessToken()) },
      graphUrl: url,
      push: microsoft.push,
    }),
    countBytes,
  }
}

async function serve(answer: (request: Request) => Promise<Response>): Promise<string> {
  const { url, close } = await serveOverHttp(answer)
  onTestFinished(close)
  return url
}

function toInner(request: Request, baseUrl: string): Request {
  const { pathname, search } = new URL(request.url)
  return new Request(baseUrl + pathname + search, request)
}

/** A real connection, as in production. */
function createCountingFetch() {
  let bytes = 0
  const keepAlive = createKeepAliveFetch()
  const fetch: Transport['fetch'] = async (url, init) => {
    const response = await keepAlive(url, init)
    return { ...response, body: response.body && count(response.body) }
  }
  async function* count(body: AsyncIterable<Uint8Array>) {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      yield chunk
    }
  }
  return { fetch, countBytes: () => bytes }
}

function toRaw(text: string): Uint8Array {
  return compose({
    from: 'Pat <pat@vendor.test>',
    to: 'ann@own.test',
    subject: 'A large message',
    text,
    date: new Date('2026-11-15T12:00:00Z'),
    rfcMessageId: '<large@vendor.test>',
    headers: [{ name: 'List-Id', value: '<news.vendor.test>' }],
  })
}
