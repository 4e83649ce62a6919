import { overridePhrase } from '@doorman/domain/replies/override-phrase'
import { defaultReplyText, toReplyText } from '@doorman/domain/replies/smart-response'
import { describe, expect, test } from 'vitest'
import { claimsAcquaintance } from './claims-acquaintance.ts'

const ours = toReplyText(defaultReplyText, { hasOverride: true })
const lines = ours.split('\n')
const marked = lines.map((line) => `> ${line}`.trimEnd()).join('\n')
/** Our reply, quoted by a mail client that breaks lines at 72 characters. */
const wrapped = ours.replaceAll(/(.{1,70})(?: |$)/gm, '> $1\n')
const html = lines.map((line) => `<div>${line === '' ? '<br>' : line}</div>`).join('')
const breaks = lines.join('<br>')

type Body = { readonly text: string | null; readonly html: string | null }
const plain = (text: string): Body => ({ text, html: null })
const both = (text: string, markup: string): Body => ({ text, html: markup })

/** An answer that quotes our reply in full, as each mail client writes it. */
const clients: [name: string, write: (words: string) => Body][] = [
  [
    'Gmail',
    (words) =>
      both(
        `${words}\n\nOn Mon, Mar 3, 2025 at 10:12 AM Ann Lee <ann@own.example> wrote:\n\n${wrapped}`,
        `<div dir="ltr">${words}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mar 3, 2025 at 10:12 AM Ann Lee &lt;<a href="mailto:ann@own.example">ann@own.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">${breaks}</blockquote></div>`,
      ),
  ],
  [
    'Gmail, plain text',
    (words) =>
      plain(
        `${words}\n\nOn Mon, Mar 3, 2025 at 10:12 AM Ann Lee\n<ann.lee@own.example> wrote:\n\n${marked}`,
      ),
  ],
  [
    'Outlook for Windows',
    (words) =>
      both(
        `${words}\n\nFrom: Ann Lee <ann@own.example>\nSent: Monday, March 3, 2025 10:12 AM\nTo: Pat <pat@vendor.example>\nSubject: Re: Quick question\n\n${ours}`,
        `<div class="WordSection1"><p class="MsoNormal">${words}<o:p></o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Ann Lee &lt;ann@own.example&gt; <br><b>Sent:</b> Monday, March 3, 2025 10:12 AM<br><b>To:</b> Pat &lt;pat@vendor.example&gt;<br><b>Subject:</b> Re: Quick question</p></div></div><p class="MsoNormal">${breaks}</p></div>`,
      ),
  ],
  [
    'Outlook on the web',
    (words) =>
      both(
        `${words}\n________________________________\nFrom: Ann Lee <ann@own.example>\nSent: 03 March 2025 10:12\nTo: Pat <pat@vendor.example>\nSubject: Re: Quick question\n\n${ours}`,
        `<div class="elementToProof">${words}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>From:</b> Ann Lee &lt;ann@own.example&gt;<br><b>Sent:</b> 03 March 2025 10:12<br><b>To:</b> Pat &lt;pat@vendor.example&gt;<br><b>Subject:</b> Re: Quick question</font><div>&nbsp;</div></div>${html}`,
      ),
  ],
  [
    'Outlook, German',
    (words) =>
      plain(
        `${words}\n\nVon: Ann Lee <ann@own.example>\nGesendet: Montag, 3. März 2025 10:12\nAn: Pat\nBetreff: Re: Quick question\n\n${ours}`,
      ),
  ],
  [
    'Apple Mail',
    (words) =>
      both(
        `${words}\n\n> On 3 Mar 2025, at 10:12, Ann Lee <ann@own.example> wrote:\n> \n${marked}\n`,
        `<body>${words}<br><div><br><blockquote type="cite"><div>On 3 Mar 2025, at 10:12, Ann Lee &lt;ann@own.example&gt; wrote:</div><br class="Apple-interchange-newline"><div>${html}</div></blockquote></div><br></body>`,
      ),
  ],
  [
    'iPhone',
    (words) =>
      plain(
        `${words}\n\nSent from my iPhone\n\n> On 3 Mar 2025, at 10:12, Ann Lee <ann@own.example> wrote:\n> \n> \ufeff${marked.slice(2)}`,
      ),
  ],
  [
    'Thunderbird',
    (words) =>
      both(
        `${words}\n\nOn 03/03/2025 10:12, Ann Lee wrote:\n${wrapped}`,
        `<p>${words}</p><div class="moz-cite-prefix">On 03/03/2025 10:12, Ann Lee wrote:<br></div><blockquote type="cite" cite="mid:1@own.example"><pre class="moz-quote-pre">${ours}</pre></blockquote>`,
      ),
  ],
  [
    'Thunderbird, answer below',
    (words) => plain(`On 03/03/2025 10:12, Ann Lee wrote:\n${wrapped}\n${words}\n`),
  ],
  [
    'answer between the lines',
    (words) =>
      plain(
        `On 03/03/2025 10:12, Ann Lee wrote:\n> ${lines[0]}\n\n${words}\n\n> ${lines.at(-1)}\n`,
      ),
  ],
  [
    'Yahoo',
    (words) =>
      both(
        `${words}\n\n    On Monday, March 3, 2025 at 10:12:00 AM GMT+1, Ann Lee <ann@own.example> wrote:  \n \n ${ours}`,
        `<div>${words}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div><div>On Monday, March 3, 2025 at 10:12:00 AM GMT+1, Ann Lee &lt;ann@own.example&gt; wrote:</div><div><br></div>${html}</div></div>`,
      ),
  ],
  [
    'Proton',
    (words) =>
      both(
        `${words}\n\nOn Monday, March 3rd, 2025 at 10:12 AM, Ann Lee <ann@own.example> wrote:\n\n${marked}`,
        `<div>${words}</div><div class="protonmail_quote">On Monday, March 3rd, 2025 at 10:12 AM, Ann Lee &lt;ann@own.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">${breaks}</blockquote></div>`,
      ),
  ],
  [
    'Samsung',
    (words) =>
      plain(
        `${words}\n\n-------- Original message --------\nFrom: Ann Lee <ann@own.example>\nDate: 3/3/25 10:12 AM (GMT+01:00)\nTo: pat@vendor.example\nSubject: Re: Quick question\n\n${ours}`,
      ),
  ],
  [
    'Gmail, French',
    (words) =>
      plain(
        `${words}\n\nLe lun. 3 mars 2025 à 10:12, Ann Lee <ann@own.example> a écrit :\n\n${marked}`,
      ),
  ],
  ['a program that marks no quotes', (words) => plain(`${words}\n\n${ours}`)],
  [
    'a program that marks no quotes and breaks lines',
    (words) => plain(`${words}\n\n${wrapped.replaceAll(/^> ?/gm, '')}`),
  ],
  [
    'a program that quotes with bars',
    (words) => plain(`${words}\n\n${marked.replaceAll(/^>/gm, '|')}`),
  ],
]

const claims = [
  overridePhrase,
  'We’ve met before, at the fair in June.',
  'Hi Ann, WE´VE MET BEFORE!',
  'Sorry to bother you. We have met before, haven’t we?',
]
const others = ['Who are you?', 'Thanks.', 'I don’t think we’ve met before, but let us talk.', '']

describe.each(clients)('%s', (_name, write) => {
  test.each(claims)('the phrase in new text is a claim: %s', (words) => {
    expect(claimsAcquaintance(write(words))).toBe(true)
  })

  test.each(others)('the phrase only in the quote is no claim: %j', (words) => {
    expect(claimsAcquaintance(write(words))).toBe(false)
  })
})

test.each(clients)('%s: a quote of the sender’s own first email is no claim', (_name, write) => {
  const pitch = '> Hi Ann, we have met before at the fair.\n> Do you have time for a call?'
  const { text, html } = write('Please stop.')
  const quote = `\n\nOn 1 Mar 2025, at 09:00, Pat <pat@vendor.example> wrote:\n\n${pitch}\n`
  const markup = `<blockquote type="cite">${pitch.replaceAll('> ', '')}</blockquote>`
  expect(
    claimsAcquaintance({ text: (text ?? '') + quote, html: html === null ? null : html + markup }),
  ).toBe(false)
})

test('the phrase is found across a line break', () => {
  expect(claimsAcquaintance(plain('Dear Ann, as you may remember, we’ve met\nbefore.'))).toBe(true)
  expect(claimsAcquaintance({ text: null, html: '<p>We&rsquo;ve <b>met</b>\n before</p>' })).toBe(
    true,
  )
})

test('the phrase in hidden HTML is no claim', () => {
  const hidden = '<p>Buy now, it is a great offer.</p><p style="display:none">We’ve met before</p>'
  expect(claimsAcquaintance({ text: null, html: hidden })).toBe(false)
})
