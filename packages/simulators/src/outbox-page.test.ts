import { expect, test } from 'vitest'
import { outboxPage } from './outbox-page.ts'
import { SmtpSink, type ReceivedEmail } from './smtp-sink.ts'

const sink = new SmtpSink()
const page = outboxPage(sink)
const open = async (query = '') => {
  const response = await page(new Request(`http://localhost/dev/outbox${query}`))
  return { status: response.status, html: await response.text() }
}

test('an empty outbox says so', async () => {
  expect((await open()).html).toContain('Nothing has been sent yet')
})

test('an email is shown as escaped text with links', async () => {
  sink.emails.push({
    id: 7,
    receivedAt: new Date('2026-11-15T12:00:00Z'),
    recipients: ['<b>ann@example.com'],
    content: { subject: '<script>1</script>', text: 'Go to http://localhost/x?a=1&b="2 <i>' },
  } as unknown as ReceivedEmail)
  for (const { html } of [await open(), await open('?id=7')]) {
    expect(html).not.toMatch(/<script>|<i>|<b>/)
    expect(html).toContain('&#60;script&#62;')
  }
  expect((await open('?id=7')).html).toContain('<a href="http://localhost/x?a=1&#38;b=&#34;2">')
})

test('an unknown email gets 404', async () => {
  expect(await open('?id=99')).toMatchObject({ status: 404 })
})
