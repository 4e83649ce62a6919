import { SmtpSink } from '@doorman/simulators/smtp-sink'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmtpNotify } from './smtp.ts'

const sink = new SmtpSink()
let notify: ReturnType<typeof createSmtpNotify>

beforeAll(async () => {
  notify = createSmtpNotify({
    url: await sink.listen(),
    from: 'Doorman <doorman@example.com>',
    render: async ({ kind, url }) => ({ subject: kind, text: url, html: `<p>${url}</p>` }),
  })
})

afterAll(async () => {
  notify.close()
  await sink.close()
})

const mail = { kind: 'verify-email', url: 'http://localhost/x?token=a_b-c' } as const

test('a mail arrives as it was written, and says that nobody need answer', async () => {
  await notify.send('ann@example.com', mail)
  expect(sink.mails[0]).toMatchObject({
    recipients: ['ann@example.com'],
    email: { subject: 'verify-email', from: { address: 'doorman@example.com' } },
  })
  expect(sink.mails[0]?.email.text?.trim()).toBe(mail.url)
  expect(sink.mails[0]?.email.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
})

test.each([
  ['try-later@example.com', 'unavailable'],
  ['refuse@example.com', 'refused'],
])('F83: the relay answers %s: %s', async (address, kind) => {
  await expect(notify.send(address, mail)).rejects.toMatchObject({ failure: { kind } })
})

test('F83: a relay that is not there may be there later', async () => {
  const nowhere = createSmtpNotify({
    url: 'smtp://127.0.0.1:9',
    from: 'x@example.com',
    render: async () => ({ subject: '', text: '', html: '' }),
  })
  await expect(nowhere.send('ann@example.com', mail)).rejects.toMatchObject({
    failure: { kind: 'unavailable' },
  })
  nowhere.close()
})

test('F83: an address cannot smuggle in a second recipient or a header', async () => {
  const before = sink.mails.length
  await notify.send('ann@example.com\r\nBcc: bob@example.com', mail).catch(() => {})
  const sent = sink.mails.slice(0, sink.mails.length - before)
  expect(sent.flatMap(({ recipients }) => recipients)).not.toContain('bob@example.com')
  const names = sent.flatMap(({ email }) => email.headers.map(({ key }) => key))
  expect(names).not.toContain('bcc')
})

test('F83: a relay that refuses us, not the recipient, may be mended', async () => {
  sink.isClosedToUs = true
  await expect(notify.send('ann@example.com', mail)).rejects.toMatchObject({
    failure: { kind: 'unavailable' },
  })
  sink.isClosedToUs = false
})
