import { describe, expect, test } from 'vitest'
import { newWords, ownWords } from './own-words.ts'

const own = 'Hi Ruth,\n\nthe blue crates can leave on Monday morning.'

const signatures: readonly (readonly [name: string, left: string, removed: string])[] = [
  ['after two dashes', '', '-- \nJan Novak\nCrates & Lids Ltd\nTel +44 1632 960 417'],
  ['after two dashes that lost their space', '', '--\nJan'],
  [
    'after a sign-off',
    'Kind regards,\n',
    'Jan Novak\nSales Manager\nCrates & Lids Ltd\n+44 1632 960 417 | crates.example',
  ],
  [
    'in two paragraphs',
    'Best\n',
    'Jan\n\nJan Novak\nHead of Sales, Crates & Lids\njan@crates.example',
  ],
  ['without a sign-off', '', 'Jan Novak\n01632 960 417'],
  [
    'in German',
    'Mit freundlichen Grüßen\n',
    'Jan Novak\nVertriebsleiter\nKisten GmbH\nHafenstraße 4, 20457 Hamburg\nTelefon: 040 555 0112',
  ],
  [
    'in French',
    'Bien cordialement,\n',
    'Jeanne Morel\nResponsable commerciale\nTél. : 01 99 00 12 34',
  ],
  ['in Spanish', 'Un saludo,\n', 'Juan Nadal\nDirector comercial\nwww.cajas.example'],
  ['in Portuguese', 'Atenciosamente,\n', 'João Novo\nGerente de contas\n(11) 5555-0112'],
  ['in Italian', 'Cordiali saluti\n', 'Gianni Nova\nResponsabile vendite\nCasse S.r.l.'],
  [
    'in Dutch',
    'Met vriendelijke groet,\n',
    'Jan Novak\nAccountmanager\nKratten B.V.\n010 555 0112',
  ],
]

const mailerLines = [
  'Sent from my iPhone',
  'Sent from my Samsung Galaxy smartphone.',
  'Get Outlook for iOS',
  'Sent from Yahoo Mail on Android',
  'Sent from Mail for Windows',
  'Von meinem iPhone gesendet',
  'Gesendet von Outlook für Android',
  'Gesendet mit der GMX Mail App',
  'Envoyé de mon iPhone',
  'Envoyé depuis mon téléphone',
  'Enviado desde mi iPhone',
  'Enviado do meu iPhone',
  'Inviato da iPhone',
  'Verstuurd vanaf mijn iPhone',
  'Skickat från min iPhone',
  'Sendt fra min iPhone',
  'Wysłane z iPhone’a',
]

const footers: readonly (readonly [name: string, footer: string, traits: object])[] = [
  [
    'an English unsubscribe offer',
    'To unsubscribe click here: https://x.example/u',
    { hasUnsubscribeFooter: true },
  ],
  ['a bare unsubscribe link', 'Unsubscribe <https://x.example/u>', { hasUnsubscribeFooter: true }],
  [
    'a polite unsubscribe offer',
    "If you don't want to hear from me again, reply STOP.",
    { hasUnsubscribeFooter: true },
  ],
  [
    'a German unsubscribe offer',
    'Wenn Sie keine weiteren E-Mails wünschen, können Sie sich hier abmelden.',
    { hasUnsubscribeFooter: true },
  ],
  [
    'a French unsubscribe offer',
    'Pour vous désinscrire : https://x.example/u',
    { hasUnsubscribeFooter: true },
  ],
  [
    'a Spanish unsubscribe offer',
    'Si desea darse de baja, pulse aquí.',
    { hasUnsubscribeFooter: true },
  ],
  [
    'a Portuguese unsubscribe offer',
    'Para deixar de receber: https://x.example/u',
    { hasUnsubscribeFooter: true },
  ],
  [
    'an Italian unsubscribe offer',
    'Per cancellarsi basta rispondere.',
    { hasUnsubscribeFooter: true },
  ],
  [
    'a Dutch unsubscribe offer',
    'Uitschrijven? https://x.example/u',
    { hasUnsubscribeFooter: true },
  ],
  [
    'a mailing-list footer',
    '_______________________________________________\ncrates-dev mailing list\nTo unsubscribe send a mail to crates-dev-leave@lists.example',
    { hasUnsubscribeFooter: true },
  ],
  [
    'an English disclaimer',
    'This email is confidential. If you are not the intended recipient,\nplease delete it and tell the sender at once.',
    { hasUnsubscribeFooter: false },
  ],
  [
    'a German disclaimer',
    'Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, löschen Sie sie bitte.',
    { hasUnsubscribeFooter: false },
  ],
  [
    'a French disclaimer',
    'Ce message et ses pièces jointes sont confidentiels et destinés à leur seul destinataire.',
    { hasUnsubscribeFooter: false },
  ],
  [
    'a Spanish disclaimer',
    'Este mensaje es confidencial. Si usted no es el destinatario, bórrelo.',
    { hasUnsubscribeFooter: false },
  ],
  [
    'an Italian disclaimer',
    'Questo messaggio contiene informazioni riservate.',
    { hasUnsubscribeFooter: false },
  ],
  [
    'a Dutch disclaimer',
    'Dit bericht is uitsluitend bestemd voor de geadresseerde.',
    { hasUnsubscribeFooter: false },
  ],
  [
    'a request not to print',
    'Please consider the environment before printing this email.',
    { hasUnsubscribeFooter: false },
  ],
]

describe('the end of a message', () => {
  test.each(signatures)('a signature %s is removed', (_name, left, removed) => {
    expect(ownWords(`${own}\n\n${left}${removed}`).text).toBe(`${own}\n\n${left}`.trimEnd())
  })

  test.each(mailerLines)('“%s” is removed', (line) => {
    expect(ownWords(`${own}\n\n${line}`).text).toBe(own)
  })

  test.each(footers)('%s is removed and recognised', (_name, footer, traits) => {
    expect(ownWords(`${own}\n\n${footer}`)).toMatchObject({ text: own, ...traits })
  })

  test('signature, disclaimer and unsubscribe offer are removed together', () => {
    const text = `${own}\n\nRegards\nJan Novak\nSales Manager\n01632 960 417\n\nThis e-mail may contain confidential information.\n\nUnsubscribe`
    expect(ownWords(text)).toMatchObject({
      text: `${own}\n\nRegards`,
      hasUnsubscribeFooter: true,
    })
  })

  test.each([
    ['a postscript', 'Cheers\nJan\nP.S. bring the lids, we have none'],
    ['a call to action', 'Pick a slot: https://x.example/slots\nJan Novak'],
    ['a sentence with a number', 'I am on 01632 960 417 on Mondays.\nJan Novak\nDirector'],
    ['a name with a street address', 'Ruth Okafor\n14 Quarry Lane'],
    [
      'a pitch behind two dashes',
      `--\n${'We sell the finest crates in the county at a fair price. '.repeat(12)}`,
    ],
  ])('%s is not a signature', (_name, ending) => {
    expect(ownWords(`${own}\n\n${ending}`).text).toBe(`${own}\n\n${ending}`.trimEnd())
  })

  test('a message that is only a footer keeps its text', () => {
    const text = 'To unsubscribe click here: https://x.example/u'
    expect(ownWords(text).text).toBe(text)
  })

  test('only the last signature is removed', () => {
    const text = `${own}\n\nRuth Okafor\n01632 960 418\n\nThanks\nJan Novak\n01632 960 417`
    expect(ownWords(text).text).toBe(`${own}\n\nRuth Okafor\n01632 960 418\n\nThanks`)
  })

  test('at most twelve lines of contact details are removed', () => {
    const block = Array.from({ length: 30 }, (_, index) => `Tel: 01632 960 4${10 + index}`)
    const lines = ownWords(`${own}\n\nJan Novak\n${block.join('\n')}`).text.split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(3 + 31 - 12)
  })

  test('a warning that the recipient’s own server added is removed', () => {
    const banner =
      'CAUTION: This email originated from outside of the organization. Do not click links.'
    expect(ownWords(`${banner}\n\n${own}`).text).toBe(own)
  })

  test('new words include signature and footer, since an appeal may be anywhere', () => {
    expect(newWords("We've met before\nJan Novak\n01632 960 417\n\n> old")).toBe(
      "We've met before\nJan Novak\n01632 960 417",
    )
  })
})
