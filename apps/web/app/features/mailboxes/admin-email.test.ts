import { expect, test } from 'vitest'
import { toAdminEmail } from './admin-email.ts'

const url = 'https://login.test/organizations/v2.0/adminconsent?client_id=a&scope=b+c'

test('a mail program opens the email with its link intact and no recipient', () => {
  const { href, subject, text } = toAdminEmail(url)
  const { protocol, pathname, searchParams } = new URL(href)
  expect([protocol, pathname]).toEqual(['mailto:', ''])
  expect(searchParams.get('subject')).toBe(subject)
  expect(searchParams.get('body')?.replaceAll('\r\n', '\n')).toBe(text)
  expect(text).toContain(`\n${url}\n`)
})

test('spaces and line breaks are encoded as mail programs read them', () => {
  const { href } = toAdminEmail(url)
  expect(href).not.toMatch(/[+\s]/)
  expect(href).toContain('%0D%0A%0D%0A')
})
