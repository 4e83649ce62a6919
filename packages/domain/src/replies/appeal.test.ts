import { expect, test } from 'vitest'
import { findAppealRefusal, maxAppealsPerDay, type AppealCandidate } from './appeal.ts'
import { replyMarker } from '../brand.ts'
import { MessageHeaders, type Message } from '../mail/message.ts'

const reply: Message = {
  from: { name: 'Pat', address: 'pat@vendor.example' },
  to: [{ name: '', address: 'ann@own.example' }],
  cc: [],
  replyTo: null,
  subject: 'Re: Quick question',
  body: { text: 'We’ve met before', html: null },
  headers: new MessageHeaders(),
}
const candidate: AppealCandidate = {
  message: reply,
  saysPhrase: true,
  dmarc: 'pass',
  ownAddresses: ['ann@own.example'],
  repliedTo: 'pat@vendor.example',
  isPro: true,
  isRepeated: false,
  hasReputation: false,
  appealsToday: 0,
}
const withHeader = (name: string, value: string): Partial<AppealCandidate> => ({
  message: { ...reply, headers: new MessageHeaders([[name, value]]) },
})
const withFrom = (address: string): Partial<AppealCandidate> => ({
  message: { ...reply, from: { name: 'Pat', address } },
})

const accepted: [string, Partial<AppealCandidate>][] = [
  ['an appeal', {}],
  [
    'an appeal from a plus-address of the recipient of our reply',
    withFrom('pat+tag@vendor.example'),
  ],
  ['an appeal with Auto-Submitted: no', withHeader('Auto-Submitted', 'no')],
  ['the last appeal below the daily limit', { appealsToday: maxAppealsPerDay - 1 }],
]

test.each(accepted)('%s is accepted', (_case, change) => {
  expect(findAppealRefusal({ ...candidate, ...change })).toBeNull()
})

const refused: [string, Partial<AppealCandidate>][] = [
  ['no-phrase', { saysPhrase: false }],
  ['not-pro', { isPro: false }],
  ['other-sender', withFrom('kim@vendor.example')],
  ['other-sender', { message: { ...reply, from: null } }],
  ['unproven-sender', { dmarc: 'fail' }],
  ['unproven-sender', { dmarc: 'none' }],
  ['automatic', withHeader('Auto-Submitted', 'auto-replied')],
  ['automatic', withHeader('Return-Path', '<>')],
  ['automatic', withHeader('Precedence', 'bulk')],
  ['automatic', withHeader(replyMarker, 'a claim')],
  ['has-reputation', { hasReputation: true }],
  ['repeated', { isRepeated: true }],
  ['limit', { appealsToday: maxAppealsPerDay }],
]

test.each(refused)('an appeal is refused for the reason %s (%#)', (reason, change) => {
  expect(findAppealRefusal({ ...candidate, ...change })).toBe(reason)
})
