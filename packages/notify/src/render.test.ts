import { expect, test } from 'vitest'
import { mailKinds, type Mail } from './notify.ts'
import { renderMail } from './render.ts'

const address = 'pat@vendor.example'
const aboutMailboxes = ['sender-let-in', 'mailbox-lost', 'one-mailbox-active'] as const
const isAboutMailboxes = (kind: Mail['kind']) => aboutMailboxes.some((one) => one === kind)
const toMail = (kind: Mail['kind'], url: string) =>
  ({ kind, url, ...(isAboutMailboxes(kind) && { address }) }) as Mail

test.each(mailKinds)(
  '%s says what it is about, in both forms, and carries its link',
  async (kind) => {
    const url = 'http://localhost:3000/somewhere?token=abc_-123'
    const { subject, html, text } = await renderMail(toMail(kind, url))

    expect(subject).toMatch(/\w/)
    expect(html).toContain(`href="${url}"`)
    expect(text).toContain(url)
    expect(text.toLowerCase()).toContain(subject.toLowerCase())
  },
)

test.each(aboutMailboxes)('%s says whom or which it is about, as text', async (kind) => {
  const odd = '"<b>a</b>"@vendor.example'
  const { html, text } = await renderMail({ kind, url: 'http://localhost:3000/', address: odd })
  expect(text).toContain('@vendor.example')
  expect(html).not.toContain('<b>a</b>')
})

test('what came by the contact form is shown as text, line by line, and can be answered', async () => {
  const { subject, html, text, replyTo } = await renderMail({
    kind: 'contact-message',
    name: 'Noor <b>Haddad</b>',
    email: 'noor@example.com',
    message: 'One line.\n<script>alert(1)</script>',
    url: 'mailto:noor%40example.com',
  })
  expect(subject).toBe('A message from the contact form')
  expect(html).not.toMatch(/<script|<b>/)
  expect(text).toContain('One line.\n')
  expect(replyTo).toBe('noor@example.com')
})
