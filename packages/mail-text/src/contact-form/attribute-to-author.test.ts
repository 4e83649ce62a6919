import { MessageHeaders, type Message } from '@doorman/domain/mail/message'
import { describe, expect, test } from 'vitest'
import { attributeToAuthor } from './attribute-to-author.ts'

const own = ['ann@kestrelworks.example']

type Sent = {
  readonly from?: string
  readonly replyTo?: string | null
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  readonly headers?: Record<string, string>
}

const pitch = 'We put companies like yours on page one of Google in 90 days. Shall we talk?'

function sent({ from, replyTo, subject, text, html, headers }: Sent): Message {
  return {
    from: { name: 'Kestrel Works website', address: from ?? 'wordpress@kestrelworks.example' },
    to: [{ name: '', address: 'ann@kestrelworks.example' }],
    cc: [],
    replyTo: replyTo ? { name: 'Dale K.', address: replyTo } : null,
    subject: subject ?? 'New message from your contact form',
    body: { text: text ?? null, html: html ?? null },
    headers: new MessageHeaders(Object.entries({ 'Message-ID': '<1@site.example>', ...headers })),
  }
}

const filled = `Name: Dale Kirchner\nEmail: dale@vendor.example\nPhone: 555-0144\n\nMessage:\n${pitch}`

test('a contact-form message gets its author as sender, and the author’s words as body', () => {
  const authored = attributeToAuthor(sent({ text: filled, replyTo: 'dale@vendor.example' }), own)
  expect(authored).toMatchObject({
    from: { name: 'Dale Kirchner', address: 'dale@vendor.example' },
    replyTo: null,
    viaContactForm: true,
    subject: 'New message from your contact form',
    body: { text: pitch, html: null },
  })
})

test('headers about the form’s server, such as its authentication, are dropped', () => {
  const headers = {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': '<https://forms.example>',
    'Return-Path': '<>',
    'Authentication-Results': 'mx.google.com; dmarc=pass header.from=kestrelworks.example',
  }
  const authored = attributeToAuthor(sent({ text: filled, headers }), own)
  expect(Object.keys(headers).filter((name) => authored.headers.has(name))).toEqual([])
  expect(authored.headers.get('message-id')).toBe('<1@site.example>')
})

test.each([
  ['English', 'Name: Dale\nEmail: dale@vendor.example\nMessage: '],
  ['Contact Form 7', 'From: Dale <dale@vendor.example>\nSubject: Video\n\nMessage Body:\n'],
  [
    'German',
    'Vorname: Dale\nNachname: Kirchner\nE-Mail-Adresse: dale@vendor.example\nIhre Nachricht:\n',
  ],
  ['French', 'Nom : Dale\nAdresse e-mail : dale@vendor.example\nVotre message :\n'],
  ['Spanish', 'Nombre: Dale\nCorreo electrónico: dale@vendor.example\nMensaje: '],
  ['Portuguese', 'Nome: Dale\nSeu e-mail: dale@vendor.example\nMensagem: '],
  ['Italian', 'Nome e cognome: Dale\nIndirizzo email: dale@vendor.example\nMessaggio: '],
  ['Dutch', 'Naam: Dale\nE-mailadres: dale@vendor.example\nBericht: '],
  ['Polish', 'Imię i nazwisko: Dale\nAdres e-mail: dale@vendor.example\nTreść wiadomości: '],
  ['Czech', 'Jméno a příjmení: Dale\nVáš e-mail: dale@vendor.example\nZpráva: '],
  ['Swedish', 'Namn: Dale\nE-post: dale@vendor.example\nMeddelande: '],
  ['Danish', 'Navn: Dale\nE-mail: dale@vendor.example\nBesked: '],
  ['Russian', 'Имя: Dale\nЭлектронная почта: dale@vendor.example\nСообщение: '],
])('the fields of a form in %s are read', (_language, fields) => {
  const authored = attributeToAuthor(sent({ text: `${fields}${pitch}` }), own)
  expect(authored.from?.address).toBe('dale@vendor.example')
  expect(authored.body.text).toContain(pitch)
  expect(authored.body.text).not.toContain('dale@')
})

test.each([
  ['one of the user’s own', 'ann@kestrelworks.example'],
  ['a shared one of the organisation', 'info@kestrelworks.example'],
  ['a no-reply address elsewhere', 'no-reply@hosting.example'],
  ['a web server’s', 'www-data@host7.example'],
  ['a form program’s', 'submissions@formrelay.example'],
  ['a form service’s', 'formresponses@netlify.com'],
])('the form’s address may be %s', (_case, from) => {
  expect(attributeToAuthor(sent({ text: filled, from }), own).from?.address).toBe(
    'dale@vendor.example',
  )
})

test.each([
  [
    'labels alone in their lines',
    `Name\nDale Kirchner\n\nEmail\ndale@vendor.example\n\nComment or Message\n${pitch}`,
  ],
  [
    'an introduction and fields of its own',
    `You have a new enquiry.\n\nHow did you hear about us: Google\nYour name: Dale\nYour email: dale@vendor.example\nBudget in kg: 4\n\nMessage: ${pitch}`,
  ],
  [
    'another label for the message',
    `Name: Dale\nEmail: dale@vendor.example\nPhone: 555\nProject details: ${pitch}`,
  ],
  ['fields below the message', `${filled}\n\nNewsletter: no\nIP: 192.0.2.44`],
  [
    'a choice above the message',
    `Name: Dale\nEmail: dale@vendor.example\nRequest: other\nMessage: ${pitch}`,
  ],
])('a form with %s is read', (_case, text) => {
  const { from, body } = attributeToAuthor(sent({ text }), own)
  expect(from?.address).toBe('dale@vendor.example')
  expect(body.text).toBe(pitch)
})

test('a form in a table is read', () => {
  const row = (label: string, value: string) => `<tr><td>${label}</td><td>${value}</td></tr>`
  const html = `<p>New entry</p><table>${row('Name', 'Dale')}${row('Email', 'dale@vendor.example')}${row('Phone', '555')}${row('Message', pitch)}</table>`
  const { from, body } = attributeToAuthor(sent({ html }), own)
  expect(from).toEqual({ name: 'Dale', address: 'dale@vendor.example' })
  expect(body.text).toBe(pitch)
})

test('a subject that the author typed is part of the author’s words', () => {
  const text = `Name: Dale\nEmail: dale@vendor.example\nSubject: Your ranking\n\nMessage:\n${pitch}`
  expect(attributeToAuthor(sent({ text }), own).body.text).toBe(`Your ranking\n\n${pitch}`)
})

describe('with the author in Reply-To', () => {
  const replyTo = 'dale@vendor.example'

  test.each([
    ['no email field', `Name: Dale\nPhone: 555\nMessage: ${pitch}`],
    ['no label for the message', `Title: Dr\nName: Dale\nReason: Other\nPhone: 555\n\n${pitch}`],
    ['the same address in the form', `From: Dale (dale@vendor.example)\n\n${pitch}`],
  ])('a form with %s is read', (_case, text) => {
    const { from, body } = attributeToAuthor(sent({ text, replyTo }), own)
    expect(from).toEqual({ name: 'Dale', address: replyTo })
    expect(body.text).toBe(pitch)
  })

  test('a form may send in the name of a colleague', () => {
    const authored = attributeToAuthor(
      sent({ from: 'bob@kestrelworks.example', text: filled, replyTo }),
      own,
    )
    expect(authored.from?.address).toBe(replyTo)
  })

  test.each([
    ['a shared document', 'Dale Kirchner shared a document with you.\n\nOpen it here.'],
    [
      'a document with a name below',
      'A document was shared.\n\nName: Plan.pdf\n\nOpen it in the app.',
    ],
  ])('%s is not a form, wherever it comes from', (_case, text) => {
    for (const from of ['no-reply@docs.example', 'no-reply@kestrelworks.example']) {
      const message = sent({ from, text, replyTo })
      expect(attributeToAuthor(message, own)).toBe(message)
    }
  })
})

/** Messages that look like forms and are not. */
test.each<[string, Sent]>([
  [
    'a webinar’s help line',
    {
      from: 'no-reply@webinar.example',
      text: 'Email help@host-partner.example for help.\n\nQuestions?\nBook a 15 minute call with us.',
    },
  ],
  [
    'a newsletter',
    {
      from: 'no-reply@letters.example',
      text: filled,
      headers: { 'List-Id': '<l.example>', 'List-Unsubscribe': '<https://l.example>' },
    },
  ],
  [
    'a calendar’s booking',
    {
      from: 'no-reply@booking.example',
      text: filled,
      headers: { 'Content-Type': 'text/calendar; method=REQUEST' },
    },
  ],
  [
    'a notice with From and Details',
    {
      from: 'no-reply@letters.example',
      text: `From: Kim <kim@vendor.example>\n\nDetails\n${pitch}`,
    },
  ],
  [
    'the organisation’s issue tracker',
    {
      from: 'jira@kestrelworks.example',
      replyTo: 'erin@vendor.example',
      text: `From: Erin <erin@vendor.example>\nProject: Website\nComment: ${pitch}`,
    },
  ],
  [
    'a notice from the user’s own site, with From and Comment',
    {
      text: `From: Erin <erin@vendor.example>\nProject: Website\nComment: ${pitch}`,
    },
  ],
  [
    'an event’s ticket',
    {
      from: 'no-reply@tickets.example',
      text: `Name: Ann\nContact: host@vendor.example\nDescription: ${pitch}`,
    },
  ],
  [
    'an event’s ticket from the user’s own site',
    { text: `Contact: Erin <erin@vendor.example>\nDescription: ${pitch}` },
  ],
  [
    'a service without a name field',
    { from: 'no-reply@service.example', text: `Email: dale@vendor.example\nMessage: ${pitch}` },
  ],
  [
    'a service without colons',
    {
      from: 'no-reply@service.example',
      text: `Name\nDale\n\nEmail\ndale@vendor.example\n\nMessage\n${pitch}`,
    },
  ],
  [
    'a service with another label for the message',
    {
      from: 'no-reply@service.example',
      text: `Name: Dale\nEmail: dale@vendor.example\nDetails: ${pitch}`,
    },
  ],
  [
    'an email field with more than an address',
    { text: `Name: Dale\nEmail: dale@vendor.example or call\nMessage: ${pitch}` },
  ],
  [
    'a person at a company with “forms” in its name',
    { from: 'pat@leadforms.example', text: filled },
  ],
  ['a person at a form service', { from: 'jane@squarespace.com', text: filled }],
  [
    'a shared address, with the words of a colleague above',
    {
      from: 'info@kestrelworks.example',
      text: `Ann, I met him, please answer. Bob\n\n${filled}`,
    },
  ],
  [
    'a shared address, with the words of a colleague below',
    {
      from: 'info@kestrelworks.example',
      text: `Name: Dale\nEmail: dale@vendor.example\nMessage: ${pitch}\n\nAnn, I met him, please answer. Bob`,
    },
  ],
  [
    'a note to oneself',
    {
      from: 'ann@kestrelworks.example',
      text: `Name: Dale\nEmail: dale@vendor.example\nMessage: ${pitch}`,
    },
  ],
  [
    'a colleague who names a contact',
    {
      from: 'bob@kestrelworks.example',
      replyTo: 'erin@vendor.example',
      text: `Contact: Erin <erin@vendor.example>\nProject: ${pitch}`,
    },
  ],
  [
    'a colleague with another Reply-To',
    { from: 'bob@kestrelworks.example', replyTo: 'erin@vendor.example', text: filled },
  ],
])('%s stays as it is', (_case, changes) => {
  const message = sent(changes)
  expect(attributeToAuthor(message, own)).toBe(message)
})

test('an author named only in the text of a form from outside the organisation is unconfirmed', () => {
  const read = (changes: Sent) => attributeToAuthor(sent({ text: filled, ...changes }), own)
  const outside = 'no-reply@hosting.example'
  expect(read({ from: outside })).toMatchObject({ isAuthorUnconfirmed: true })
  expect(read({ from: outside, replyTo: 'dale@vendor.example' })).toMatchObject({
    viaContactForm: true,
  })
  const confirmed = [read({ from: outside, replyTo: 'dale@vendor.example' }), read({})]
  expect(confirmed.map((one) => one.isAuthorUnconfirmed)).toEqual([undefined, undefined])
})

test.each([
  ['a place in From', 'Name: Dale\nVon: Berlin'],
  ['a trailing comma', 'Name: Dale,'],
  ['a Contact field', 'Name: Dale\nContact: by phone'],
])('%s is not part of the name', (_case, fields) => {
  const text = `${fields}\nEmail: dale@vendor.example\nMessage: ${pitch}`
  expect(attributeToAuthor(sent({ text }), own).from?.name).toBe('Dale')
})

test.each<[string, Sent]>([
  ['a stranger’s address', { from: 'pat@agency.example', text: filled }],
  ['a colleague who passes it on by hand', { from: 'bob@kestrelworks.example', text: filled }],
  ['a forward', { from: 'info@kestrelworks.example', subject: 'Fwd: New message', text: filled }],
  [
    'a forwarded message in it',
    {
      from: 'info@kestrelworks.example',
      text: `Please answer.\n\n---------- Forwarded message ----------\n${filled}`,
    },
  ],
  [
    'a header block above the form',
    {
      from: 'info@kestrelworks.example',
      text: `From: WordPress <wordpress@site.example>\nSent: Monday\nTo: Info\nSubject: Form\n\n${filled}`,
    },
  ],
  ['a quoted form', { from: 'info@kestrelworks.example', text: filled.replaceAll(/^/gm, '> ') }],
  ['a reply', { headers: { 'In-Reply-To': '<0@x.example>' }, text: filled }],
  [
    'a signature with an email line',
    {
      from: 'ann@kestrelworks.example',
      text: `${pitch}\n\nRegards\nName: Bob\nEmail: bob@elsewhere.example`,
    },
  ],
  [
    'an order',
    {
      from: 'shop@kestrelworks.example',
      replyTo: 'dale@vendor.example',
      text: `New order\n\nOrder number: 4711\n${filled}`,
    },
  ],
  [
    'a ticket',
    { from: 'support@kestrelworks.example', text: `Ticket ID: 4711\nStatus: open\n${filled}` },
  ],
  [
    'an author at the user’s own organisation',
    { from: 'forms@formrelay.example', text: filled.replace('vendor', 'kestrelworks') },
  ],
  [
    'an address of the form service itself',
    { from: 'forms@formrelay.example', text: filled.replace('vendor', 'formrelay') },
  ],
  ['an invalid address', { text: filled.replace('dale@vendor.example', 'dale@@') }],
  ['no message', { text: 'Name: Dale\nEmail: dale@vendor.example\nMessage:\n' }],
  ['no address', { text: `Name: Dale\nMessage: ${pitch}` }],
  ['a long introduction', { text: `${'A line of prose.\n'.repeat(9)}${filled}` }],
])('with %s it is not a contact-form message', (_case, changes) => {
  const message = sent(changes)
  expect(attributeToAuthor(message, own)).toBe(message)
})

test('an author can’t avoid screening by writing “Order number” or a quote in the message', () => {
  const text = `${filled}\nOrder number: 1\n> Ticket ID: 2\n-----Original Message-----`
  const { viaContactForm, body } = attributeToAuthor(sent({ text }), own)
  expect(viaContactForm).toBe(true)
  expect(body.text).toContain(pitch)
})

test('a name is one clean line', () => {
  const text = `Name: Dale\u202e Kirchner\nEmail: dale@vendor.example\nMessage: ${pitch}`
  expect(attributeToAuthor(sent({ text }), own).from?.name).toBe('Dale Kirchner')
})

test('a partly loaded body is not read as a form', () => {
  const message = sent({ text: filled })
  const excerpt = { ...message, body: { ...message.body, isExcerpt: true } }
  expect(attributeToAuthor(excerpt, own)).toBe(excerpt)
})
