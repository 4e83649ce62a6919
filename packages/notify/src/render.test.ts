import { expect, test } from 'vitest'
import { emailKinds, type Email } from './notify.ts'
import { renderEmail } from './render.ts'

const address = 'pat@vendor.example'
const aboutMailboxes = ['sender-let-in', 'mailbox-lost', 'one-mailbox-active'] as const
const isAboutMailboxes = (kind: Email['kind']) => aboutMailboxes.some((one) => one === kind)
const toEmail = (kind: Email['kind'], url: string) =>
  ({ kind, url, ...(isAboutMailboxes(kind) && { address }) }) as Email

test.each(emailKinds)(
  '%s contains its subject and its link, as HTML and as plain text',
  async (kind) => {
    const url = 'http://localhost:3000/somewhere?token=abc_-123'
    const { subject, html, text } = await renderEmail(toEmail(kind, url))

    expect(subject).toMatch(/\w/)
    expect(html).toContain(`href="${url}"`)
    expect(text).toContain(url)
    expect(text.toLowerCase()).toContain(subject.toLowerCase())
  },
)

test.each(aboutMailboxes)('%s names the address it is about, and escapes it', async (kind) => {
  const odd = '"<b>a</b>"@vendor.example'
  const { html, text } = await renderEmail({ kind, url: 'http://localhost:3000/', address: odd })
  expect(text).toContain('@vendor.example')
  expect(html).not.toContain('<b>a</b>')
})

test('a contact message is escaped, keeps its lines, and can be replied to', async () => {
  const { subject, html, text, replyTo } = await renderEmail({
    kind: 'contact-message',
    name: 'Noor <b>Haddad</b>',
    email: 'noor@example.com',
    message: 'One line.\n<script>alert(1)</script>',
    url: 'mailto:noor%40example.com',
  })
  expect(subject).toBe('New message from the contact form')
  expect(html).not.toMatch(/<script|<b>/)
  expect(text).toContain('One line.\n')
  expect(replyTo).toBe('noor@example.com')
})
