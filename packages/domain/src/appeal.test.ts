import { expect, test } from 'vitest'
import { findAppealRefusal, mostAppealsPerDay, type AppealCandidate } from './appeal.ts'
import { replyMarker } from './brand.ts'
import { MessageHeaders, type Message } from './message.ts'

const answer: Message = {
  from: { name: 'Pat', address: 'pat@vendor.example' },
  to: [{ name: '', address: 'ann@own.example' }],
  cc: [],
  replyTo: null,
  subject: 'Re: Quick question',
  body: { text: 'We’ve met before', html: null },
  headers: new MessageHeaders(),
}
const candidate: AppealCandidate = {
  message: answer,
  saysPhrase: true,
  dmarc: 'pass',
  ownAddresses: ['ann@own.example'],
  answered: 'pat@vendor.example',
  isPro: true,
  isRepeated: false,
  isSettled: false,
  appealsOfUser: 0,
}
const withHeader = (name: string, value: string): Partial<AppealCandidate> => ({
  message: { ...answer, headers: new MessageHeaders([[name, value]]) },
})
const withFrom = (address: string): Partial<AppealCandidate> => ({
  message: { ...answer, from: { name: 'Pat', address } },
})

const cases: [string | null, Partial<AppealCandidate>][] = [
  [null, {}],
  [null, withFrom('pat+tag@vendor.example')],
  [null, withHeader('Auto-Submitted', 'no')],
  [null, { appealsOfUser: mostAppealsPerDay - 1 }],
  ['no-phrase', { saysPhrase: false }],
  ['not-pro', { isPro: false }],
  ['other-sender', withFrom('kim@vendor.example')],
  ['other-sender', { message: { ...answer, from: null } }],
  ['unproven-sender', { dmarc: 'fail' }],
  ['unproven-sender', { dmarc: 'none' }],
  ['automatic', withHeader('Auto-Submitted', 'auto-replied')],
  ['automatic', withHeader('Return-Path', '<>')],
  ['automatic', withHeader('Precedence', 'bulk')],
  ['automatic', withHeader(replyMarker, 'a claim')],
  ['settled-sender', { isSettled: true }],
  ['repeated', { isRepeated: true }],
  ['limit', { appealsOfUser: mostAppealsPerDay }],
]

test.each(cases)('F59-F62, R26: %s (%#)', (reason, change) => {
  expect(findAppealRefusal({ ...candidate, ...change })).toBe(reason)
})
