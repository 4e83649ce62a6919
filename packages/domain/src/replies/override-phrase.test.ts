import { expect, test } from 'vitest'
import { overridePhrase, overrideSentence, saysPhrase } from './override-phrase.ts'

test.each([
  overridePhrase,
  "we've met before",
  'We’ve met before, at the fair in June.',
  'WE´VE MET BEFORE!!!',
  'Weve met before',
  'We have met before.',
  'Hi Ann,\n\nwe‘ve met\nbefore: at the fair.',
  '"We\u02bcve met before"',
  'We\u2032ve\u00a0met   before',
  'Hello — we’ve met before — greetings, Pat',
  'If you recall, we’ve met before.',
  'I am not a robot. We’ve met before.',
  `We've met before\n\n${overrideSentence}`,
  `${overrideSentence}\n\nWell, we've met before.`,
  '**We’ve met before**',
  'Ｗｅ’ｖｅ ｍｅｔ ｂｅｆｏｒｅ',
])('%j contains the phrase', (text) => {
  expect(saysPhrase(text)).toBe(true)
})

test.each([
  '',
  'We met before.',
  'Have we met before?',
  'We’ve met beforehand',
  'we’ve never met before',
  'I don’t think we’ve met before, but I would love to.',
  'Not sure we’ve met before.',
  'I was wondering whether we’ve met before.',
  'We’ve. Met. Before.',
  'We’ve met\n\nbefore',
  overrideSentence,
  `Thanks!\n\n${overrideSentence}`,
  overrideSentence.replaceAll(' ', '\n> '),
  overrideSentence.slice(0, overrideSentence.indexOf(overridePhrase) + overridePhrase.length),
])('%j does not contain the phrase', (text) => {
  expect(saysPhrase(text)).toBe(false)
})
