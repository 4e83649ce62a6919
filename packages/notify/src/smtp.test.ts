import { SmtpSink } from '@doorman/simulators/smtp-sink'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createSmtpNotify } from './smtp.ts'

const sink = new SmtpSink()
let sinkUrl: string
let notify: ReturnType<typeof createSmtpNotify>

/** The rendered email says whether it was given the links to unsubscribe. */
const render: Parameters<typeof createSmtpNotify>[0]['render'] = async (email, unsubscribe) => ({
  subject: email.kind,
  text: `${email.url} ${unsubscribe?.pageUrl ?? ''}`,
  html: `<p>${email.url}</p>`,
  ...(email.kind === 'contact-message' && { replyTo: email.email }),
})
const from = 'Doorman <doorman@example.com>'

beforeAll(async () => {
  sinkUrl = await sink.listen()
  notify = createSmtpNotify({ url: sinkUrl, from, render })
})

afterAll(async () => {
  notify.close()
  await sink.close()
})

const email = { kind: 'verify-email', url: 'http://localhost/x?token=a_b-c' } as const
let ids = 0
const nextId = () => ({ id: `id-${++ids}` })
const headersOf = (message = sink.emails[0]) =>
  Object.fromEntries(message?.content.headers.map(({ key, value }) => [key, value]) ?? [])

test('an email arrives as rendered, marked as automatic', async () => {
  await notify.send('ann@example.com', email, nextId())
  expect(sink.emails[0]).toMatchObject({
    recipients: ['ann@example.com'],
    content: { subject: 'verify-email', from: { address: 'doorman@example.com' } },
  })
  expect(sink.emails[0]?.content.text?.trim()).toBe(email.url)
  expect(headersOf()).toMatchObject({
    'auto-submitted': 'auto-generated',
    'x-auto-response-suppress': 'All',
  })
})

test('an email that is sent again has the same Message-ID, so that mail programs show it once', async () => {
  const before = sink.distinct.length
  const options = { id: '0199c0de-0000-7000-8000-000000000001' }
  await notify.send('ann@example.com', email, options)
  await notify.send('ann@example.com', email, options)
  const [second, first] = sink.emails
  expect(first?.content.messageId).toBe(`<${options.id}@example.com>`)
  expect(second?.content.messageId).toBe(first?.content.messageId)
  expect(sink.distinct).toHaveLength(before + 1)
  expect(sink.distinct[0]).toBe(first)
})

test('an example says in its subject that it is a test', async () => {
  await notify.send('ann@example.com', email, { ...nextId(), isTest: true })
  expect(sink.emails[0]?.content.subject).toBe('[Test] verify-email')
})

test('only an email that can be switched off has the headers of one-click unsubscription', async () => {
  const token = 'a'.repeat(200)
  const unsubscribe = {
    kind: 'weekly-report',
    pageUrl: `https://doorman.example/unsubscribe?token=${token}`,
    oneClickUrl: `https://doorman.example/api/unsubscribe?token=${token}`,
  } as const
  await notify.send('ann@example.com', email, { ...nextId(), unsubscribe })
  expect(headersOf()).toMatchObject({
    'list-unsubscribe': `<${unsubscribe.oneClickUrl}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  expect(sink.emails[0]?.content.text).toContain(unsubscribe.pageUrl)
  await notify.send('ann@example.com', email, nextId())
  expect(Object.keys(headersOf()).filter((name) => name.startsWith('list-'))).toEqual([])
})

test.each([
  ['try-later@example.com', 'unavailable'],
  ['refuse@example.com', 'refused'],
])('an email to %s, which the relay rejects, fails as %s', async (address, kind) => {
  await expect(notify.send(address, email, nextId())).rejects.toMatchObject({ failure: { kind } })
})

test('an unreachable relay counts as unavailable', async () => {
  const unreachable = createSmtpNotify({ url: 'smtp://127.0.0.1:9', from, render })
  await expect(unreachable.send('ann@example.com', email, nextId())).rejects.toMatchObject({
    failure: { kind: 'unavailable' },
  })
  unreachable.close()
})

test.each(['rejects-login', 'down'] as const)(
  'an email fails as unavailable in the relay state %s, and is sent once the relay works again',
  async (state) => {
    onTestFinished(() => void (sink.state = 'works'))
    const before = sink.emails.length
    sink.state = state
    await expect(notify.send('ann@example.com', email, nextId())).rejects.toMatchObject({
      failure: { kind: 'unavailable' },
    })
    expect(sink.emails).toHaveLength(before)
    sink.state = 'works'
    await notify.send('ann@example.com', email, nextId())
    expect(sink.emails).toHaveLength(before + 1)
  },
)

test('a relay that stays silent counts as unavailable after a while', async () => {
  const impatient = createSmtpNotify({ url: sinkUrl, from, render, timeoutMs: 300 })
  onTestFinished(() => {
    sink.state = 'works'
    impatient.close()
  })
  sink.state = 'hangs'
  await expect(impatient.send('ann@example.com', email, nextId())).rejects.toMatchObject({
    failure: { kind: 'unavailable' },
  })
})

test('a relay that takes an email and hangs up without confirming it counts as unavailable', async () => {
  const relay = new SmtpSink()
  const sender = createSmtpNotify({ url: await relay.listen(), from, render })
  onTestFinished(() => sender.close())
  relay.state = 'hangs'
  const sending = sender.send('ann@example.com', email, nextId()).catch((error: unknown) => error)
  await vi.waitFor(() => expect(relay.emails).toHaveLength(1), { timeout: 15_000 })
  await relay.close()
  expect(await sending).toMatchObject({ failure: { kind: 'unavailable' } })
})

test.each(['', '?requireTLS=false&ignoreTLS=true'])(
  'a relay beyond this machine gets no email without TLS, whatever the URL says: %j',
  async (options) => {
    const before = sink.emails.length
    // The sink, which offers no TLS, under an address that does not look like this machine.
    const { port } = new URL(sinkUrl)
    const distant = createSmtpNotify({
      url: `smtp://[::ffff:127.0.0.1]:${port}${options}`,
      from,
      render,
    })
    onTestFinished(() => distant.close())
    await expect(distant.send('ann@example.com', email, nextId())).rejects.toMatchObject({
      cause: { code: 'ETLS' },
    })
    expect(sink.emails).toHaveLength(before)
  },
)

test.each([
  'ann@example.com\r\nBcc: bob@example.com',
  'ann@example.com\nbob@example.com',
  'ann@example.com, bob@example.com',
  'ann@example.com>\r\nRCPT TO:<bob@example.com',
  'ann@example.com\0',
])('%j is refused before it reaches the relay, as recipient and for replies', async (address) => {
  const before = sink.emails.length
  const contact = {
    kind: 'contact-message',
    name: 'Noor',
    email: address,
    message: '',
    url: 'mailto:x',
    isPro: false,
  } as const
  const refused = { failure: { kind: 'refused' } }
  await expect(notify.send(address, email, nextId())).rejects.toMatchObject(refused)
  await expect(notify.send('ann@example.com', contact, nextId())).rejects.toMatchObject(refused)
  expect(sink.emails).toHaveLength(before)
})

test('replies to a contact message go to its sender', async () => {
  const noor = 'noor@example.com'
  const contact = { name: 'Noor', email: noor, message: '', url: 'mailto:x', isPro: false }
  await notify.send('operator@example.com', { kind: 'contact-message', ...contact }, nextId())
  expect(sink.emails[0]?.content.replyTo).toMatchObject([{ address: noor }])
})
