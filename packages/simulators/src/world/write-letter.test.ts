import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { findBody, readHeaders, readMime } from './mime.ts'
import { writeLetter, type Letter } from './write-letter.ts'

const letter = (overrides: Partial<Letter> = {}): Letter => ({
  from: { name: 'Jo', address: 'jo@vendor.test' },
  to: [{ name: 'Ann', address: 'ann@example.com' }],
  cc: [],
  subject: 'Quick question',
  date: new Date('2026-11-15T12:00:00Z'),
  messageId: '<1@vendor.test>',
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

test.each(texts)('a body is read as it was written: %j', async (text) => {
  const raw = writeLetter(letter({ text, html: `<p>${text}</p>` }))
  const email = await PostalMime.parse(raw)
  expect(email.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(text.trimEnd())
  expect(email.html?.replaceAll('\r\n', '\n').trimEnd()).toBe(`<p>${text}</p>`)
  const alone = readMime(writeLetter(letter({ text })))
  expect(findBody(alone, 'text/plain')?.replaceAll('\r\n', '\n')).toBe(text)
})

test.each([
  ['plain', '7bit', texts[0]],
  ['mostly Latin', 'quoted-printable', texts[1]],
  ['anything else', 'base64', texts[2]],
  ['plain on long lines', 'quoted-printable', texts[3]],
])('what is %s goes out as %s', (_, encoding, text) => {
  const raw = writeLetter(letter({ text: text ?? '' }))
  expect(readHeaders(raw).find('content-transfer-encoding')).toBe(encoding)
})

const subjects = [
  'Quick question',
  'Budget 2027 – für „Kepler“',
  'ご提案：港湾管理システムの導入について、ご相談させていただきたいです',
  `Re: ${'🚢'.repeat(60)}`,
  `A very long subject that ${'goes on and on and '.repeat(12)}ends`,
]

test.each(subjects)('a subject is read as it was written: %s', async (subject) => {
  const raw = writeLetter(letter({ subject }))
  expect(readHeaders(raw).findText('subject')).toBe(subject)
  expect((await PostalMime.parse(raw)).subject).toBe(subject)
})

test.each(['Jo', 'Sandra Küng', 'J. R. "Bob" \\ Dobbs', 'Feld, Naomi', "D'Arcy / Sales", '日本'])(
  'a name is read as it was written: %s',
  async (name) => {
    const email = await PostalMime.parse(
      writeLetter(letter({ from: { name, address: 'a@b.test' } })),
    )
    expect(email.from).toEqual({ name, address: 'a@b.test' })
  },
)

test('everything is ASCII on lines a mail server takes (RFC 5322)', () => {
  for (const text of texts)
    for (const subject of subjects) {
      const references = Array.from({ length: 20 }, (_, index) => `<${index}.abcdef@vendor.test>`)
      const mail = Buffer.from(writeLetter(letter({ text, subject, references }))).toString('utf8')
      expect(mail).toMatch(/^[\t\r\n\x20-\x7e]*$/)
      expect(mail.split('\r\n').filter((line) => line.length > 78)).toEqual([])
      expect(mail).not.toMatch(/[^\r]\n/)
    }
})
