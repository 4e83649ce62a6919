import { expect, test } from 'vitest'
import { toGmailUrl } from './gmail-link.ts'

test('the link opens the message in its own mailbox, and escapes the address and the id', () => {
  expect(toGmailUrl('sam+work@example.com', '18c2f')).toBe(
    'https://mail.google.com/mail/u/?authuser=sam%2Bwork%40example.com#all/18c2f',
  )
  expect(toGmailUrl('a&b@example.com', '"><x')).not.toMatch(/["<>]|&b/)
})
