import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHtml } from './html/read-html.ts'
import { newWords, ownAndQuotedWords, ownWords } from './own-words.ts'

const own = 'The blue crates can leave on Monday morning.'
const old = 'Could you tell me when the crates are ready?'

type Style = readonly [name: string, compose: (own: string, old: string) => string]

const marked = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

const replies: readonly Style[] = [
  [
    'Gmail, English',
    (a, b) =>
      `${a}\n\nOn Mon, Mar 3, 2025 at 10:12 AM Ruth Okafor <ruth@mill.example> wrote:\n\n${marked(b)}`,
  ],
  [
    'Gmail, head wrapped over two lines',
    (a, b) =>
      `${a}\n\nOn Mon, Mar 3, 2025 at 10:12 AM Ruth Okafor-Lindqvist\n<ruth.okafor@mill.example> wrote:\n\n${marked(b)}`,
  ],
  [
    'Gmail, head wrapped over three lines',
    (a, b) =>
      `${a}\n\nOn Mon, Mar 3, 2025 at 10:12 AM\nRuth Okafor-Lindqvist <ruth.okafor@mill.example>\nwrote:\n\n${b}`,
  ],
  [
    'Gmail without marks',
    (a, b) => `${a}\n\nOn Mon, 3 Mar 2025 at 10:12, Ruth Okafor <ruth@mill.example> wrote:\n\n${b}`,
  ],
  [
    'Gmail, old style without a verb',
    (a, b) => `${a}\n\n2025-03-03 10:12 GMT+01:00 Ruth Okafor <ruth@mill.example>:\n\n${marked(b)}`,
  ],
  [
    'Gmail, German',
    (a, b) =>
      `${a}\n\nRuth Okafor <ruth@mill.example> schrieb am Mo., 3. März 2025, 10:12:\n\n${b}`,
  ],
  [
    'Gmail, French',
    (a, b) =>
      `${a}\n\nLe lun. 3 mars 2025 à 10:12, Ruth Okafor <ruth@mill.example> a écrit :\n\n${b}`,
  ],
  [
    'Gmail, Spanish',
    (a, b) =>
      `${a}\n\nEl lun, 3 mar 2025 a las 10:12, Ruth Okafor (<ruth@mill.example>) escribió:\n\n${b}`,
  ],
  [
    'Gmail, Portuguese',
    (a, b) =>
      `${a}\n\nEm seg., 3 de mar. de 2025 às 10:12, Ruth Okafor <ruth@mill.example>\nescreveu:\n\n${b}`,
  ],
  [
    'Gmail, Italian',
    (a, b) =>
      `${a}\n\nIl giorno lun 3 mar 2025 alle ore 10:12 Ruth Okafor <ruth@mill.example> ha scritto:\n\n${b}`,
  ],
  [
    'Gmail, Dutch',
    (a, b) => `${a}\n\nOp ma 3 mrt 2025 om 10:12 schreef Ruth Okafor <ruth@mill.example>:\n\n${b}`,
  ],
  [
    'Gmail, Swedish',
    (a, b) => `${a}\n\nDen mån 3 mars 2025 kl 10:12 skrev Ruth Okafor <ruth@mill.example>:\n\n${b}`,
  ],
  [
    'Gmail, Danish',
    (a, b) =>
      `${a}\n\nDen man. 3. mar. 2025 kl. 10.12 skrev Ruth Okafor <ruth@mill.example>:\n\n${b}`,
  ],
  [
    'Gmail, Polish',
    (a, b) =>
      `${a}\n\npon., 3 mar 2025 o 10:12 Ruth Okafor <ruth@mill.example> napisał(a):\n\n${b}`,
  ],
  [
    'Apple Mail',
    (a, b) =>
      `${a}\n\n> On 3 Mar 2025, at 10:12, Ruth Okafor <ruth@mill.example> wrote:\n> \n${marked(b)}`,
  ],
  [
    'iOS',
    (a, b) =>
      `${a}\n\nSent from my iPhone\n\n> On 3 Mar 2025, at 10:12, Ruth Okafor <ruth@mill.example> wrote:\n> \n> \uFEFF${b}`,
  ],
  [
    'iOS, German',
    (a, b) =>
      `${a}\n\nVon meinem iPhone gesendet\n\n> Am 03.03.2025 um 10:12 schrieb Ruth Okafor <ruth@mill.example>:\n> \n${marked(b)}`,
  ],
  ['Thunderbird', (a, b) => `${a}\n\nOn 03/03/2025 10:12, Ruth Okafor wrote:\n${marked(b)}`],
  [
    'Thunderbird, German',
    (a, b) => `${a}\n\nAm 03.03.25 um 10:12 schrieb Ruth Okafor:\n${marked(b)}`,
  ],
  [
    'Thunderbird, reply below',
    (a, b) => `On 03/03/2025 10:12, Ruth Okafor wrote:\n${marked(b)}\n\n${a}`,
  ],
  [
    'Thunderbird, Polish',
    (a, b) => `${a}\n\nW dniu 03.03.2025 o 10:12, Ruth Okafor pisze:\n${marked(b)}`,
  ],
  [
    'Thunderbird, Italian',
    (a, b) => `${a}\n\nIl 03/03/25 10:12, Ruth Okafor ha scritto:\n${marked(b)}`,
  ],
  [
    'Outlook',
    (a, b) =>
      `${a}\n\nFrom: Ruth Okafor <ruth@mill.example>\nSent: Monday, March 3, 2025 10:12 AM\nTo: Jan Novak <jan@crates.example>\nSubject: RE: Crates\n\n${b}`,
  ],
  [
    'Outlook with a rule',
    (a, b) =>
      `${a}\n\n________________________________\nFrom: Ruth Okafor\nSent: 03 March 2025 10:12\nTo: Jan Novak; Else Bruun\nCc: Tom Reed\nSubject: Crates\n\n${b}`,
  ],
  [
    'Outlook, bold labels',
    (a, b) =>
      `${a}\n\n*From:* Ruth Okafor\n*Sent:* Monday, March 3, 2025 10:12 AM\n*To:* Jan Novak\n*Subject:* Crates\n\n${b}`,
  ],
  [
    'Outlook on one line',
    (a, b) =>
      `${a}\n\nFrom: Ruth Okafor Sent: Monday, March 3, 2025 To: Jan Novak Subject: Crates\n\n${b}`,
  ],
  [
    'Outlook, original message',
    (a, b) =>
      `${a}\n\n-----Original Message-----\nFrom: Ruth Okafor\nSent: Monday\nSubject: Crates\n\n${b}`,
  ],
  [
    'Outlook, German',
    (a, b) =>
      `${a}\n\nVon: Ruth Okafor <ruth@mill.example>\nGesendet: Montag, 3. März 2025 10:12\nAn: Jan Novak\nBetreff: AW: Kisten\n\n${b}`,
  ],
  [
    'Outlook, French',
    (a, b) =>
      `${a}\n\nDe : Ruth Okafor\nEnvoyé : lundi 3 mars 2025 10:12\nÀ : Jan Novak\nObjet : RE: Caisses\n\n${b}`,
  ],
  [
    'Outlook, Spanish',
    (a, b) =>
      `${a}\n\nDe: Ruth Okafor\nEnviado el: lunes, 3 de marzo de 2025 10:12\nPara: Jan Novak\nAsunto: RE: Cajas\n\n${b}`,
  ],
  [
    'Outlook, Portuguese',
    (a, b) =>
      `${a}\n\nDe: Ruth Okafor\nEnviada em: segunda-feira, 3 de março de 2025 10:12\nPara: Jan Novak\nAssunto: RES: Caixas\n\n${b}`,
  ],
  [
    'Outlook, Italian',
    (a, b) =>
      `${a}\n\nDa: Ruth Okafor\nInviato: lunedì 3 marzo 2025 10:12\nA: Jan Novak\nOggetto: R: Casse\n\n${b}`,
  ],
  [
    'Outlook, Dutch',
    (a, b) =>
      `${a}\n\nVan: Ruth Okafor\nVerzonden: maandag 3 maart 2025 10:12\nAan: Jan Novak\nOnderwerp: RE: Kratten\n\n${b}`,
  ],
  [
    'Outlook, Swedish',
    (a, b) =>
      `${a}\n\nFrån: Ruth Okafor\nSkickat: den 3 mars 2025 10:12\nTill: Jan Novak\nÄmne: SV: Lådor\n\n${b}`,
  ],
  [
    'Outlook, Danish',
    (a, b) =>
      `${a}\n\nFra: Ruth Okafor\nSendt: 3. marts 2025 10:12\nTil: Jan Novak\nEmne: SV: Kasser\n\n${b}`,
  ],
  [
    'Outlook, Polish',
    (a, b) =>
      `${a}\n\nOd: Ruth Okafor\nWysłano: poniedziałek, 3 marca 2025 10:12\nDo: Jan Novak\nTemat: ODP: Skrzynie\n\n${b}`,
  ],
  [
    'Outlook, original message in German',
    (a, b) =>
      `${a}\n\n-----Ursprüngliche Nachricht-----\nVon: Ruth Okafor\nGesendet: Montag\n\n${b}`,
  ],
  [
    'Outlook, original message in French',
    (a, b) => `${a}\n\n-----Message d’origine-----\nDe : Ruth Okafor\n\n${b}`,
  ],
  [
    'Outlook, original message in Dutch',
    (a, b) => `${a}\n\n-----Oorspronkelijk bericht-----\nVan: Ruth Okafor\n\n${b}`,
  ],
  [
    'Yahoo',
    (a, b) =>
      `${a}\n\n    On Monday, March 3, 2025 at 10:12:44 AM GMT+1, Ruth Okafor <ruth@mill.example> wrote:  \n \n ${b}`,
  ],
  [
    'Android',
    (a, b) =>
      `${a}\n\nSent from my Galaxy\n\n-------- Original message --------\nFrom: Ruth Okafor <ruth@mill.example>\nDate: 03/03/2025 10:12 (GMT+01:00)\nTo: Jan Novak\nSubject: Crates\n\n${b}`,
  ],
  [
    'ProtonMail',
    (a, b) =>
      `${a}\n\nSent with Proton Mail secure email.\n\n------- Original Message -------\nOn Monday, March 3rd, 2025 at 10:12 AM, Ruth Okafor <ruth@mill.example> wrote:\n\n\n${marked(b)}`,
  ],
  [
    'Foxmail',
    (a, b) =>
      `${a}\n\n------------------ Original ------------------\nFrom: "Ruth"\nDate: Mon, Mar 3, 2025\nSubject: Crates\n\n${b}`,
  ],
  ['a bare quote', (a, b) => `${a}\n\n${marked(b)}`],
  ['a quote headed by a name', (a, b) => `Ruth wrote:\n${marked(b)}\n\n${a}`],
  ['a nested quote', (a, b) => `${a}\n\n> > > ${b}\n>> ${b}`],
  [
    'Gmail in HTML',
    (a, b) =>
      readHtml(
        `<div dir="ltr">${a}</div><br><div class="gmail_quote"><div class="gmail_attr">On Mon, Mar 3, 2025 at 10:12 AM Ruth &lt;<a href="mailto:ruth@mill.example">ruth@mill.example</a>&gt; wrote:<br></div><blockquote>${b}</blockquote></div>`,
      ).text,
  ],
  [
    'Outlook in HTML',
    (a, b) =>
      readHtml(
        `<p class=MsoNormal>${a}</p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Ruth Okafor<br><b>Sent:</b> Monday, March 3, 2025<br><b>To:</b> Jan<br><b>Subject:</b> Crates</p></div><p>${b}</p>`,
      ).text,
  ],
  [
    'Apple Mail in HTML',
    (a, b) =>
      readHtml(
        `<body>${a}<br><div><br><blockquote type="cite"><div>On 3 Mar 2025, at 10:12, Ruth wrote:</div><br><div>${b}</div></blockquote></div></body>`,
      ).text,
  ],
]

const forwards: readonly Style[] = [
  [
    'forwarded by Gmail',
    (a, b) =>
      `${a}\n\n---------- Forwarded message ---------\nFrom: Ruth <ruth@mill.example>\nDate: Mon, Mar 3, 2025\nSubject: Crates\nTo: <jan@crates.example>\n\n${b}`,
  ],
  [
    'forwarded by Apple Mail',
    (a, b) =>
      `${a}\n\nBegin forwarded message:\n\n> From: Ruth <ruth@mill.example>\n> Subject: Crates\n> Date: 3 March 2025\n> \n> ${b}`,
  ],
  [
    'forwarded by Thunderbird',
    (a, b) =>
      `${a}\n\n-------- Forwarded Message --------\nSubject: Crates\nDate: Mon, 3 Mar 2025\nFrom: Ruth\nTo: Jan\n\n${b}`,
  ],
  [
    'forwarded in German',
    (a, b) => `${a}\n\n---------- Weitergeleitete Nachricht ----------\nVon: Ruth\n\n${b}`,
  ],
  ['forwarded in French', (a, b) => `${a}\n\nDébut du message transféré :\n\nDe: Ruth\n\n${b}`],
  [
    'forwarded in Spanish',
    (a, b) => `${a}\n\n---------- Mensaje reenviado ---------\nDe: Ruth\n\n${b}`,
  ],
  [
    'forwarded in Portuguese',
    (a, b) => `${a}\n\nInício da mensagem encaminhada:\n\nDe: Ruth\n\n${b}`,
  ],
  ['forwarded in Italian', (a, b) => `${a}\n\nInizio messaggio inoltrato:\n\nDa: Ruth\n\n${b}`],
]

const sentence = fc
  .array(fc.stringMatching(/^[a-zé]{2,9}$/), { minLength: 5, maxLength: 12 })
  .map((words) => `The ${words.join(' ')} 7.`)

describe('the sender’s own words', () => {
  test.each(replies)('%s: the reply is kept and the quote removed', (_name, compose) => {
    const result = ownWords(compose(own, old))
    expect(result).toMatchObject({ text: own, wordCount: 8, hasQuote: true })
    expect(newWords(compose(own, old))).not.toContain(old)
  })

  test.each([...replies, ...forwards])(
    '%s: any reply is kept, and any quoted sentence is removed',
    (_name, compose) => {
      fc.assert(
        fc.property(sentence, sentence, (mine, theirs) => {
          fc.pre(!mine.includes(theirs) && !theirs.includes(mine))
          const text = compose(mine, theirs)
          for (const result of [ownWords(text).text, newWords(text)]) {
            expect(result).toContain(mine)
            expect(result).not.toContain(theirs)
          }
        }),
        { numRuns: 20 },
      )
    },
  )

  test.each(forwards)(
    'a message %s is removed, and the text above it is kept',
    (_name, compose) => {
      expect(ownWords(compose(own, old))).toMatchObject({ text: own, hasQuote: true })
      expect(ownWords(compose('', old))).toMatchObject({ text: '', wordCount: 0, hasQuote: true })
    },
  )

  test('replies between quoted lines are all kept', () => {
    const text = `Hi Ruth,\n\nOn 03/03/2025 10:12, Ruth wrote:\n> When are they ready?\nMonday.\n\n> And the lids?\n> We need forty.\nForty is fine.\n\nJan`
    expect(ownWords(text).text).toBe('Hi Ruth,\n\nMonday.\n\nForty is fine.\n\nJan')
  })

  test('the unmarked second half of a quoted line is part of the quote', () => {
    const text = `Fine.\n\n> We've met before? Then say so in a reply to this mail and it will be put\nback in the inbox right away\n> with kind regards\n`
    expect(newWords(text)).toBe('Fine.')
  })

  test.each([
    ['an itinerary', 'From: Lisbon\nTo: Porto\nDate: 3 March, 10:12\n\nSee you there.'],
    [
      'a sentence with “wrote” and a year',
      'She wrote in 2024 that we need these three:\n\nsoap, rope, lamp.',
    ],
    [
      'a sentence that begins like a head',
      'On 3 March 2025 we moved to Ghent and wrote to nobody.\n\nNow we do.',
    ],
    ['a comparison', 'If a > b then\nwe stop.'],
    [
      'a question about unsubscribing',
      'Hello,\n\nhow do I unsubscribe from the newsletter? The link is dead.',
    ],
    [
      'an address that was asked for',
      'Please ship it to:\n\nRuth Okafor\nMill Lane 4\nruth@mill.example',
    ],
    ['a list of links', 'Slides for both days:\n\nhttps://a.example/one\nhttps://a.example/two'],
    ['a short message', 'ok'],
    ['nothing but a name and a number', 'Ruth Okafor\n+44 1632 960 417'],
    ['a poem', 'Roses are red\nViolets are blue\n\nThe crates are late\nAnd so are you'],
  ])('%s is kept', (_name, text) => {
    expect(ownWords(text)).toMatchObject({ text, hasQuote: false })
  })

  test('plain prose stays unchanged', () => {
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 12 }), (sentences) => {
        const text = sentences.join('\n\n')
        expect(ownWords(text)).toMatchObject({ text, hasQuote: false })
      }),
    )
  })

  test('words are counted in any script', () => {
    expect(ownWords("It's 5 o'clock – we're late.").wordCount).toBe(5)
    expect(ownWords('你好世界').wordCount).toBe(4)
    expect(ownWords('  \n … — 🎉').wordCount).toBe(0)
  })

  test('for any input the result is clean and of bounded length', () => {
    const line = fc.constantFrom(
      '> ',
      'On 3 Mar 2025, X wrote:',
      'From: a@b.example',
      'Sent: Monday',
      'Subject: x',
      '-- ',
      '________',
      'Best,',
      'Ruth',
      '+44 1632 960 417',
      'Unsubscribe',
      '',
      ' ',
      'word word.',
      '\u0000',
      '\ud800',
      '-----Original Message-----',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string()), { maxLength: 40 }), (lines) => {
        const text = lines.join('\n')
        for (const result of [ownWords(text).text, newWords(text)]) {
          expect(result).not.toMatch(/[\p{Cc}--\n]|\p{Cs}/v)
          expect(result.length).toBeLessThanOrEqual(text.length * 3)
        }
      }),
      { numRuns: 500 },
    )
  })
})

test('a short reply right above the head of a quote is not part of the head', () => {
  const head = 'On Monday, March 3rd, 2025 at 10:12 AM, Ruth Okafor <ruth@mill.example> wrote:'
  expect(newWords(`Leave on Monday\n${head}\n${marked(old)}`)).toBe('Leave on Monday')
})

describe('own and quoted words', () => {
  test.each(replies)('%s: a short message is read with the one it quotes', (_name, compose) => {
    const { text } = ownAndQuotedWords(compose('Any news?', old), 5)
    expect(text).toContain('Any news?')
    expect(text).toContain(old)
  })

  test('quotes are added until there are enough words', () => {
    const head = 'On Mon, 3 Mar 2025, Ruth <ruth@mill.example> wrote:'
    const deepest = `${head}\n${marked('The very first message.')}`
    const earlier = `${head}\n${marked(`${old}\n\n${deepest}`)}`
    const bump = `Bump\n\n${head}\n${marked(`And again\n\n${earlier}`)}`
    expect(ownAndQuotedWords(bump, 5).text).toBe(`Bump\n\nAnd again\n\n${old}`)
  })

  test('a message with enough words is read without its quotes', () => {
    const text = `${own}\n\nOn Mon, 3 Mar 2025, Ruth <ruth@mill.example> wrote:\n${marked(old)}`
    expect(ownAndQuotedWords(text, 5)).toEqual(ownWords(text))
  })
})
