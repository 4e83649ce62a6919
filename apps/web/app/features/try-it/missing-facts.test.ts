import { expect, test } from 'vitest'
import { toMissingFacts } from './missing-facts.ts'
import { toPastedMessage } from './pasted-message.ts'

const toNote = (pasted: string) => toMissingFacts(toPastedMessage(pasted))

test.each([
  'You get this because you subscribed at example.com.',
  'Unsubscribe | View in browser',
  'You’ve signed up for our weekly letter.',
  'Newsletter abbestellen',
  'Se désabonner',
])('of a pasted newsletter it says that its headers are missing: %s', (line) => {
  expect(toNote(`Subject: This week\n\nTen links.\n\n${line}`)).toContain('List-Unsubscribe')
})

test('of other pasted text it says that only the words were judged', () => {
  for (const text of ['Would you be open to a call?', 'I signed up for your course, thank you.'])
    expect(toNote(`Subject: Hello\n\n${text}`)).toContain('words alone')
})

test('a newsletter that was pasted with its headers is not missing them', () => {
  expect(
    toNote('Subject: This week\nList-Unsubscribe: <https://x.example/u>\n\nUnsubscribe'),
  ).toContain('words alone')
})
