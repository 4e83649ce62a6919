import { expect, test } from 'vitest'
import { redact, type RedactionCounts } from '../redact.ts'

const one = { urls: 1 }
const two = { urls: 2 }
const none = {}

const cases: readonly (readonly [string, string, RedactionCounts])[] = [
  ['See https://example.com/a?b=c#d.', 'See [url].', one],
  ['(https://example.com/a_(b))', '([url])', one],
  ['<http://example.com>', '<[url]>', one],
  ['[Click](https://example.com/x)', '[Click]([url])', one],
  ['"https://example.com",', '"[url]",', one],
  ['HTTPS://EXAMPLE.COM/', '[url]', one],
  ['ftp://files.example.com/x.zip', '[url]', one],
  ['hxxp://evil.example.com', '[url]', one],
  ['https://user:secret@example.com/', '[url]', one],
  ['https://example.com/?mail=ann@example.com&card=4111111111111111', '[url]', one],
  ['http://192.168.1.1:8080/admin', '[url]', one],
  ['http://[2001:db8::1]/', '[url]', one],
  ['https://example.com,4111 1111 1111 1111', '[url],[card]', { urls: 1, creditCards: 1 }],
  ['www.example.com', '[url]', one],
  ['Visit WWW.Example.museum today', 'Visit [url] today', one],
  ['acme.com is ours', '[url] is ours', one],
  ['acme.com/pricing, acme.de', '[url], [url]', two],
  ['acme.co.uk.', '[url].', one],
  ['Besuchen Sie müller-gmbh.de!', 'Besuchen Sie [url]!', one],
  ['voir exemple.fr/offre', 'voir [url]', one],
  ['visite ejemplo.es o ejemplo.com.mx', 'visite [url] o [url]', two],
  ['aceda a exemplo.pt e exemplo.com.br', 'aceda a [url] e [url]', two],
  ['su esempio.it trovi tutto', 'su [url] trovi tutto', one],
  ['kijk op voorbeeld.nl', 'kijk op [url]', one],
  ['bit.ly/3xYz', '[url]', one],
  ['t.me/annsmith', '[url]', one],
  ['docs.rs/tokio', '[url]', one],
  ['localhost.example:3000/x', '[url]', one],
  ['ex\u200Bample.com', '[url]', one],
  ['example。com', '[url]', one],
  ['Try acme.com.Then call', 'Try [url].Then call', one],
  ['e.g. this, i.e. that', 'e.g. this, i.e. that', none],
  ['We use Node.js and ASP.NET', 'We use Node.js and ASP.NET', none],
  ['report.docx, main.py, README.md, lib.rs', 'report.docx, main.py, README.md, lib.rs', none],
  ['Thanks.It was good', 'Thanks.It was good', none],
  ['z.B. und d.h. sowie u.a.', 'z.B. und d.h. sowie u.a.', none],
  ['p.ex. S.p.A. B.V. a.k.a. U.S.', 'p.ex. S.p.A. B.V. a.k.a. U.S.', none],
  ['console.info(x); user.name = y', 'console.info(x); user.name = y', none],
  ['com.example.app crashed', 'com.example.app crashed', none],
  ['co.uk is a suffix', 'co.uk is a suffix', none],
  ['wait... what?..', 'wait... what?..', none],
  ['and/or, 24/7, w/o', 'and/or, 24/7, w/o', none],
  ['http:// is a scheme', 'http:// is a scheme', none],
  ['version 2.0.beta', 'version 2.0.beta', none],
]

test.each(cases)('in %j links are masked', (text, masked, counts) => {
  expect(redact(text, 'full')).toEqual({ text: masked, counts })
})

test('the basic level masks the card in a link and leaves the link', () => {
  expect(redact('https://example.com/?card=4111111111111111&x=1', 'basic')).toEqual({
    text: 'https://example.com/?card=[card]&x=1',
    counts: { creditCards: 1 },
  })
})
