import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { findBody, readHeaders, readMime } from './mime.ts'
import { writeMessage, type MessageContent } from './write-message.ts'

const toContent = (overrides: Partial<MessageContent> = {}): MessageContent => ({
  from: { name: 'Jo', address: 'jo@vendor.test' },
  to: [{ name: 'Ann', address: 'ann@example.com' }],
  cc: [],
  subject: 'Quick question',
  date: new Date('2026-11-15T12:00:00Z'),
  rfcMessageId: '<1@vendor.test>',
  inReplyTo: null,
  references: [],
  headers: [],
  text: 'Hello Ann\n',
  html: null,
  ...overrides,
})

const texts = [
  'Hello Ann\n',
  'Grüße aus Zürich, très cordialement = 100 %\n\nIngrid\n',
  'よろしくお願いします。お返事をお待ちしております。\n',
  `One paragraph on one line, as mail programs write it. ${'Words and more words. '.repeat(30)}\n`,
  `${'é'.repeat(200)}😄${'é'.repeat(200)}`,
  'ends with a space \nends with a tab\t\n=20 is not a space\n',
  '',
]

test.each(texts)('a body survives encoding and parsing: %j', async (text) => {
  const raw = writeMessage(toContent({ text, html: `<p>${text}</p>` }))
  const email = await PostalMime.parse(raw)
  expect(email.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(text.trimEnd())
  expect(email.html?.replaceAll('\r\n', '\n').trimEnd()).toBe(`<p>${text}</p>`)
  const alone = readMime(writeMessage(toContent({ text })))
  expect(findBody(alone, 'text/plain')?.replaceAll('\r\n', '\n')).toBe(text)
})

test.each([
  ['plain', '7bit', texts[0]],
  ['mostly Latin', 'quoted-printable', texts[1]],
  ['other', 'base64', texts[2]],
  ['plain long-lined', 'quoted-printable', texts[3]],
])('%s text is sent as %s', (_, encoding, text) => {
  const raw = writeMessage(toContent({ text: text ?? '' }))
  expect(readHeaders(raw).find('content-transfer-encoding')).toBe(encoding)
})

const subjects = [
  'Quick question',
  'Budget 2027 – für „Kepler“',
  'ご提案：港湾管理システムの導入について、ご相談させていただきたいです',
  `Re: ${'🚢'.repeat(60)}`,
  `A very long subject that ${'goes on and on and '.repeat(12)}ends`,
]

test.each(subjects)('a subject survives encoding and parsing: %s', async (subject) => {
  const raw = writeMessage(toContent({ subject }))
  expect(readHeaders(raw).findText('subject')).toBe(subject)
  expect((await PostalMime.parse(raw)).subject).toBe(subject)
})

test.each(['Jo', 'Sandra Küng', 'J. R. "Bob" \\ Dobbs', 'Feld, Naomi', "D'Arcy / Sales", '日本'])(
  'a name survives encoding and parsing: %s',
  async (name) => {
    const email = await PostalMime.parse(
      writeMessage(toContent({ from: { name, address: 'a@b.test' } })),
    )
    expect(email.from).toEqual({ name, address: 'a@b.test' })
  },
)

test('every line is ASCII and at most 78 characters long (RFC 5322)', () => {
  for (const text of texts)
    for (const subject of subjects) {
      const references = Array.from({ length: 20 }, (_, index) => `<${index}.abcdef@vendor.test>`)
      const written = Buffer.from(writeMessage(toContent({ text, subject, references }))).toString(
        'utf8',
      )
      expect(written).toMatch(/^[\t\r\n\x20-\x7e]*$/)
      expect(written.split('\r\n').filter((line) => line.length > 78)).toEqual([])
      expect(written).not.toMatch(/[^\r]\n/)
    }
})
