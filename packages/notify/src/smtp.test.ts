import { SmtpSink } from '@doorman/simulators/smtp-sink'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSmtpNotify } from './smtp.ts'

const sink = new SmtpSink()
let sinkUrl: string
let notify: ReturnType<typeof createSmtpNotify>

beforeAll(async () => {
  sinkUrl = await sink.listen()
  notify = createSmtpNotify({
    url: sinkUrl,
    from: 'Doorman <doorman@example.com>',
    render: async ({ kind, url }) => ({ subject: kind, text: url, html: `<p>${url}</p>` }),
  })
})

afterAll(async () => {
  notify.close()
  await sink.close()
})

const email = { kind: 'verify-email', url: 'http://localhost/x?token=a_b-c' } as const

test('an email arrives as rendered, marked as auto-generated', async () => {
  await notify.send('ann@example.com', email)
  expect(sink.emails[0]).toMatchObject({
    recipients: ['ann@example.com'],
    content: { subject: 'verify-email', from: { address: 'doorman@example.com' } },
  })
  expect(sink.emails[0]?.content.text?.trim()).toBe(email.url)
  expect(sink.emails[0]?.content.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
})

test.each([
  ['try-later@example.com', 'unavailable'],
  ['refuse@example.com', 'refused'],
])('a relay that rejects %s makes the email %s', async (address, kind) => {
  await expect(notify.send(address, email)).rejects.toMatchObject({ failure: { kind } })
})

test('an unreachable relay counts as unavailable', async () => {
  const unreachable = createSmtpNotify({
    url: 'smtp://127.0.0.1:9',
    from: 'x@example.com',
    render: async () => ({ subject: '', text: '', html: '' }),
  })
  await expect(unreachable.send('ann@example.com', email)).rejects.toMatchObject({
    failure: { kind: 'unavailable' },
  })
  unreachable.close()
})

test.each(['', '?requireTLS=false&ignoreTLS=true'])(
  'a relay beyond this machine gets no email without TLS, whatever the URL says: %j',
  async (options) => {
    const before = sink.emails.length
    // The sink, which offers no TLS, under an address that does not look like this machine.
    const { port } = new URL(sinkUrl)
    const distant = createSmtpNotify({
      url: `smtp://[::ffff:127.0.0.1]:${port}${options}`,
      from: 'doorman@example.com',
      render: async () => ({ subject: '', text: '', html: '' }),
    })
    onTestFinished(() => distant.close())
    await expect(distant.send('ann@example.com', email)).rejects.toMatchObject({
      cause: { code: 'ETLS' },
    })
    expect(sink.emails).toHaveLength(before)
  },
)

test('an address cannot inject a second recipient or a header', async () => {
  const before = sink.emails.length
  await notify.send('ann@example.com\r\nBcc: bob@example.com', email).catch(() => {})
  const sent = sink.emails.slice(0, sink.emails.length - before)
  expect(sent.flatMap(({ recipients }) => recipients)).not.toContain('bob@example.com')
  const names = sent.flatMap(({ content }) => content.headers.map(({ key }) => key))
  expect(names).not.toContain('bcc')
})

test('a relay that refuses our login, not the recipient, counts as unavailable', async () => {
  sink.rejectsOurLogin = true
  await expect(notify.send('ann@example.com', email)).rejects.toMatchObject({
    failure: { kind: 'unavailable' },
  })
  sink.rejectsOurLogin = false
})
