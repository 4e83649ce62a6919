import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxPage } from './outbox-page.ts'
import { SmtpSink } from './smtp-sink.ts'

const sink = new SmtpSink()
const page = outboxPage(sink)
const open = async (query = '') => {
  const response = await page(new Request(`http://localhost/dev/outbox${query}`))
  const { status, headers } = response
  return { status, headers, html: await response.text() }
}
let relay: ReturnType<typeof nodemailer.createTransport>

beforeAll(async () => {
  relay = nodemailer.createTransport(await sink.listen())
})
afterAll(() => sink.close())

const hostile = {
  from: 'doorman@localhost',
  to: 'ann@example.com',
  subject: '<script>1</script>',
  messageId: '<1@localhost>',
  text: 'Go to http://localhost/x?a=1&b="2 <i>',
  html: '<p style="color:red">Hello</p>',
  headers: { 'List-Unsubscribe': '<http://localhost/api/unsubscribe?token=a>' },
}

test('an empty outbox says so', async () => {
  expect((await open()).html).toContain('Nothing has been sent yet')
})

test('an email is shown as escaped text with links, with its headers', async () => {
  await relay.sendMail(hostile)
  for (const { html } of [await open(), await open('?id=1')]) {
    expect(html).not.toMatch(/<script>|<i>|style=/)
    expect(html).toContain('&#60;script&#62;')
    expect(html).toContain('to ann@example.com')
  }
  const { html } = await open('?id=1')
  expect(html).toContain('<a href="http://localhost/x?a=1&#38;b=&#34;2">')
  expect(html).toContain('&#60;1@localhost&#62;')
  expect(html).toContain('&#60;http://localhost/api/unsubscribe?token=a&#62;')
})

test('the HTML of an email is a separate response, in which nothing can run', async () => {
  const { html, headers } = await open('?id=1&part=html')
  expect(html.trim()).toBe(hostile.html)
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'"]))
  expect(policy?.join()).toMatch(/sandbox allow-popups/)
  expect(policy?.join()).not.toMatch(/script|allow-same-origin/)
})

test('the page of an email shows its HTML in a frame that runs no scripts', async () => {
  const { html, headers } = await open('?id=1')
  const frame = /<iframe[^>]*>/.exec(html)?.[0] ?? ''
  expect(frame).toContain('src="/dev/outbox?id=1&amp;part=html"')
  expect(frame).toContain('sandbox="allow-popups')
  expect(frame).not.toMatch(/allow-scripts|allow-same-origin/)
  expect(headers.get('content-security-policy')).toContain("frame-src 'self'")
})

test('an email that arrives twice is listed twice, newest first, and marked', async () => {
  await relay.sendMail({ ...hostile, subject: 'Again' })
  const { html } = await open()
  expect(html.indexOf('Again')).toBeLessThan(html.indexOf('&#60;script&#62;'))
  expect(html.match(/received again/g)).toHaveLength(1)
  expect(sink.emails).toHaveLength(2)
  expect(sink.distinct.map(({ content }) => content.subject)).toEqual([hostile.subject])
})

test('an email without HTML shows its text only', async () => {
  await relay.sendMail({ ...hostile, html: undefined, messageId: '<2@localhost>' })
  expect((await open('?id=3')).html).not.toContain('<iframe')
})

test('an unknown email gets 404', async () => {
  expect(await open('?id=99')).toMatchObject({ status: 404 })
  expect(await open('?id=99&part=html')).toMatchObject({ status: 404 })
})
