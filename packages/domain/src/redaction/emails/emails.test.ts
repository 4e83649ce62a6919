import { expect, test } from 'vitest'
import { redact, type RedactionCounts } from '../redact.ts'

const one = { emails: 1 }
const two = { emails: 2 }
const none = {}

const cases: readonly (readonly [string, string, RedactionCounts])[] = [
  ['Write to ann@example.com.', 'Write to [email].', one],
  ['Ann Smith <ann.smith@mail.example.co.uk>', 'Ann Smith <[email]>', one],
  ['ann+news@example.com, bob@example.org', '[email], [email]', two],
  ['(ann_s@example.com)', '([email])', one],
  ['mailto:ann@example.com?subject=Hi%20there now', '[email] now', one],
  ['MAILTO:ann@example.com', '[email]', one],
  ['"ann smith"@example.com wrote', '[email] wrote', one],
  ['root@[192.168.0.1] bounced', '[email] bounced', one],
  ['Schreib an jürgen@müller.de!', 'Schreib an [email]!', one],
  ['почта: анна@пример.рф', 'почта: [email]', one],
  ['联系 李雷@例子.中国 谢谢', '联系 [email] 谢谢', one],
  ["o'brien@example.ie", '[email]', one],
  ['bounce-12-ann=example.com@lists.example.net', '[email]', one],
  ['ann＠example．com', '[email]', one],
  ['an\u200Bn@exam\u00ADple.com', '[email]', one],
  ['ann@exa\u2060mple.com\u200Bnext', '[email]', one],
  ['ann (at) example (dot) com', '[email]', one],
  ['ann [at] example [dot] co [dot] uk', '[email]', one],
  ['ann(at)example.com', '[email]', one],
  ['ann at example dot com', '[email]', one],
  ['ann.smith @ example.com', '[email]', one],
  ['info (ät) beispiel (punkt) de', '[email]', one],
  ['ana arroba empresa punto es', '[email]', one],
  ['jean arobase exemple point fr', '[email]', one],
  ['luca chiocciola esempio punto it', '[email]', one],
  ['joão arroba empresa ponto com ponto br', '[email]', one],
  ['Contactez-nous : contact@société.fr', 'Contactez-nous : [email]', one],
  ['mail naar jan@voorbeeld.nl graag', 'mail naar [email] graag', one],
  ['ann@example.com <mailto:ann@example.com>', '[email] <[email]>', two],
  ['Follow @annsmith on the site', 'Follow @annsmith on the site', none],
  ['3 items @ 5.99 each', '3 items @ 5.99 each', none],
  ['npm install pkg@1.2.3', 'npm install pkg@1.2.3', none],
  ['lunch @ noon, me@work', 'lunch @ noon, me@work', none],
  ['Look at the dot com bubble', 'Look at the dot com bubble', none],
  ['We met at point zero', 'We met at point zero', none],
  ['p.harkness@ same domain', 'p.harkness@ same domain', none],
  ['@ @@ @@@', '@ @@ @@@', none],
]

test.each(cases)('in %j addresses are masked', (text, masked, counts) => {
  expect(redact(text, 'full')).toEqual({ text: masked, counts })
})

test('the basic level leaves addresses alone', () => {
  expect(redact('ann@example.com', 'basic')).toEqual({ text: 'ann@example.com', counts: {} })
})
