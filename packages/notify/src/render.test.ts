import { expect, test } from 'vitest'
import type { MailKind } from './notify.ts'
import { renderMail } from './render.ts'

const kinds: MailKind[] = ['verify-email', 'reset-password', 'password-changed', 'address-taken']

test.each(kinds)('%s says what it is about, in both forms, and carries its link', async (kind) => {
  const url = 'http://localhost:3000/somewhere?token=abc_-123'
  const { subject, html, text } = await renderMail({ kind, url })

  expect(subject).toMatch(/\w/)
  expect(html).toContain(`href="${url}"`)
  expect(text).toContain(url)
  expect(text.toLowerCase()).toContain(subject.toLowerCase())
})
