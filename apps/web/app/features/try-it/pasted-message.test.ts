import { sampleEmails } from '@doorman/content/sample-emails'
import { expect, test } from 'vitest'
import { toPastedMessage } from './pasted-message.ts'

test('the headers at the top of a pasted email are separated from its text', () => {
  const message = toPastedMessage(
    'From: "Dana Reyes" <Dana@Brightlead.example>\nSubject: Quick question\n\nHi Alex,\n\nPS: call me.',
  )
  expect(message).toMatchObject({
    from: { name: 'Dana Reyes', address: 'dana@brightlead.example' },
    subject: 'Quick question',
    body: { text: 'Hi Alex,\n\nPS: call me.', html: null },
  })
})

test('a text without email headers is all body', () => {
  for (const text of ['Hi Alex, a quick question.', 'Hello: it is me', 'Note: from: nobody'])
    expect(toPastedMessage(text)).toMatchObject({ from: null, subject: '', body: { text } })
})

test('a bare address is a sender, and a name without an address is not', () => {
  expect(toPastedMessage('From: pat@vendor.example\n\nHi').from?.address).toBe('pat@vendor.example')
  expect(toPastedMessage('From: somebody\n\nHi').from).toBeNull()
})

test('each of our samples has a sender, a subject and a text', () => {
  for (const { text } of sampleEmails) {
    const { from, subject, body } = toPastedMessage(text)
    expect([from?.address, subject, body.text]).not.toContain('')
    expect(from?.address).toMatch(/\.example$/)
  }
})
