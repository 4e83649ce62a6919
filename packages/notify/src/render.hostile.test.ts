import { expect, test } from 'vitest'
import { renderEmail } from './render.ts'
import { findHtmlProblems } from './testing/html-problems.ts'
import { sampleEmails } from './testing/sample-emails.ts'

const report = sampleEmails['weekly-report']

const hostile: readonly (readonly [string, string])[] = [
  ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['closing tags', '</bdi></td></table><h1>Your account is locked</h1>'],
  ['a link', '"><a href="https://evil.example/">Restore</a>'],
  ['a URL', 'Restore: https://evil.example/restore?token=1'],
  ['line breaks', 'Hi\r\n\r\nRestore: https://evil.example/restore'],
  ['entities', '&lt;script&gt; &#60;b&#62;'],
  ['a reversed direction', '\u202eelpmaxe.live\u202c \u2066\u2069'],
  ['a long word', 'x'.repeat(10_000)],
  ['stacked accents', `Z${'\u0301'.repeat(1_000)}`],
  ['a comment', '<!--[if mso]><b>x</b><![endif]-->'],
  ['placeholders', '$& $1 {{name}} %s'],
]

test.each(hostile)(
  '%s as sender and subject adds neither markup nor links',
  async (_name, words) => {
    const message = {
      sender: words,
      subject: words,
      confidencePercent: 70,
      restoreUrl: `${report.url}/r`,
    }
    const plain = { ...message, sender: 'Pat', subject: 'Hello' }
    const email = { ...report, leastCertain: [message] }
    const { html, text } = await renderEmail(email)
    const ordinary = await renderEmail({ ...report, leastCertain: [plain] })

    expect(findHtmlProblems(html)).toEqual([])
    expect(listTags(html)).toEqual(listTags(ordinary.html))
    expect(listLinks(text)).toEqual(listLinks(ordinary.text))
    expect(text.split('\n')).toHaveLength(ordinary.text.split('\n').length)
    expect(html + text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  },
)

test.each(hostile)('%s in an address stays text', async (_name, words) => {
  const address = words.slice(0, 100)
  for (const kind of ['sender-let-in', 'mailbox-lost', 'new-user'] as const) {
    const { html } = await renderEmail({ ...sampleEmails[kind], address })
    const ordinary = await renderEmail(sampleEmails[kind])
    expect(listTags(html)).toEqual(listTags(ordinary.html))
  }
})

test('a contact message is escaped, and its name cannot pose as a link', async () => {
  const { html, text } = await renderEmail({
    ...sampleEmails['contact-message'],
    name: 'Noor <b>Haddad</b> https://evil.example',
    message: 'One line.\n<script>alert(1)</script>',
  })
  expect(html).not.toMatch(/<script|<b>/)
  expect(text).toContain('One line.\n<script>alert(1)</script>')
  expect(text).not.toContain('https://evil.example')
})

function listTags(html: string): string[] {
  return html.match(/<\/?[a-z][^\s>]*/gi) ?? []
}

function listLinks(text: string): string[] {
  return text.match(/[a-z]+:\/\/\S+|www\.\S+/g) ?? []
}
