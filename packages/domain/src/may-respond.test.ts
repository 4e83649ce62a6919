import { expect, test } from 'vitest'
import { replyMarker } from './brand.ts'
import {
  findSilenceReason,
  replyLimits,
  type RecentReplies,
  type ReplyCandidate,
} from './may-respond.ts'
import { MessageHeaders, type Message } from './message.ts'

const hourMs = 3_600_000

const pitch: Message = {
  from: { name: 'Pat', address: 'pat@vendor.example' },
  to: [{ name: '', address: 'ann@own.example' }],
  cc: [],
  replyTo: null,
  subject: 'Quick question',
  body: { text: 'We help teams like yours.', html: null },
  headers: new MessageHeaders(),
}
const none: RecentReplies = {
  toSender: 0,
  toOrganisation: 0,
  ofMailboxInHour: 0,
  ofMailbox: 0,
  ofUser: 0,
  bouncedOfMailbox: 0,
  inAllInHour: 0,
}
const candidate: ReplyCandidate = {
  message: pitch,
  messageId: '<1@vendor.example>',
  ageMs: 60_000,
  isMeant: true,
  isHeld: true,
  isSettled: false,
  isObserveOnly: false,
  isStopped: false,
  dmarc: 'pass',
  ownAddresses: ['ann@own.example', 'ann.b@own.example'],
  replies: none,
  agreedAt: new Date('2025-03-03'),
  autoReplyEnabled: true,
  isPro: true,
}

const withHeaders = (...headers: [string, string][]): Partial<ReplyCandidate> => ({
  message: { ...pitch, headers: new MessageHeaders(headers) },
})
const withMessage = (change: Partial<Message>): Partial<ReplyCandidate> => ({
  message: { ...pitch, ...change },
})
const withReplies = (change: Partial<RecentReplies>): Partial<ReplyCandidate> => ({
  replies: { ...none, ...change },
})
const to = (...addresses: string[]) => addresses.map((address) => ({ name: '', address }))

const answered: [string, Partial<ReplyCandidate>][] = [
  ['a certain pitch to the user alone', {}],
  ['one to an alias', withMessage({ to: to('ann.b@own.example') })],
  ['one to a plus-address', withMessage({ to: to('Ann+shop@own.example') })],
  ['one that says it is not automatic', withHeaders(['Auto-Submitted', 'no'])],
  ['one with a comment on that', withHeaders(['Auto-Submitted', 'No (a person)'])],
  ['one with an ordinary return path', withHeaders(['Return-Path', '<pat@vendor.example>'])],
  ['one that suppresses nothing', withHeaders(['X-Auto-Response-Suppress', 'None'])],
  ['one with an empty Cc', withHeaders(['Cc', ' '])],
  ['Reply-To that is the sender', withMessage({ replyTo: pitch.from })],
  ['the free plan, whatever the switch says', { isPro: false, autoReplyEnabled: false }],
  ['the free plan within a day', { isPro: false, ageMs: 25 * hourMs }],
  ['Pro within the hour', { ageMs: hourMs }],
  [
    'the last one below every limit',
    withReplies({
      ofMailboxInHour: replyLimits.mailboxPerHour - 1,
      ofMailbox: replyLimits.mailboxPerDay - 1,
      ofUser: replyLimits.userPerDay - 1,
      bouncedOfMailbox: replyLimits.bouncesPerDay - 1,
      inAllInHour: replyLimits.allPerHour - 1,
    }),
  ],
]

test.each(answered)('%s is answered', (_case, change) => {
  expect(findSilenceReason({ ...candidate, ...change })).toBeNull()
})

const silent: [string, Partial<ReplyCandidate>][] = [
  ['stopped', { isStopped: true }],
  ['not-agreed', { agreedAt: null }],
  ['not-agreed', { agreedAt: null, isPro: false }],
  ['switched-off', { autoReplyEnabled: false }],
  ['not-meant', { isMeant: false }],
  ['observe-only', { isObserveOnly: true }],
  ['not-held', { isHeld: false }],
  ['settled-sender', { isSettled: true }],
  ['no-sender', withMessage({ from: null })],
  ['own-mail', withMessage({ from: { name: '', address: 'ann@own.example' } })],
  ['own-mail', withMessage({ from: { name: '', address: 'Ann.B+x@own.example' } })],
  ['own-mail', withHeaders([replyMarker, 'a claim'])],
  ['own-mail', withHeaders([replyMarker.toLowerCase(), ''])],
  ['bounce', withHeaders(['Return-Path', '<>'])],
  ['bounce', withHeaders(['Return-Path', ' < > '])],
  ['bounce', withHeaders(['Content-Type', 'multipart/report; report-type=delivery-status'])],
  ['bounce', withHeaders(['X-Failed-Recipients', 'pat@vendor.example'])],
  ['automatic', withHeaders(['Auto-Submitted', 'auto-replied'])],
  ['automatic', withHeaders(['Auto-Submitted', 'auto-generated; type=x'])],
  ['automatic', withHeaders(['auto-submitted', 'no'], ['Auto-Submitted', 'auto-notified'])],
  ['automatic', withHeaders(['Auto-Submitted', 'nonsense'])],
  ['automatic', withHeaders(['X-Auto-Response-Suppress', 'OOF, AutoReply'])],
  ['automatic', withHeaders(['X-Auto-Response-Suppress', 'All'])],
  ['automatic', withHeaders(['Precedence', 'auto_reply'])],
  ['automatic', withHeaders(['X-Autoreply', 'yes'])],
  ['automatic', withHeaders(['X-Autorespond', 'away'])],
  ['automatic', withHeaders(['X-Loop', 'robot'])],
  ['no-reply-address', withMessage({ from: { name: '', address: 'no-reply@vendor.example' } })],
  ['no-reply-address', withMessage({ from: { name: '', address: 'MAILER-DAEMON@x.example' } })],
  ['no-reply-address', withMessage({ from: { name: '', address: 'postmaster@x.example' } })],
  ['bulk', withHeaders(['List-Id', '<news.vendor.example>'])],
  ['bulk', withHeaders(['List-Unsubscribe', '<mailto:out@vendor.example>'])],
  ['bulk', withHeaders(['Precedence', 'bulk'])],
  ['bulk', withHeaders(['Precedence', 'List'])],
  ['bulk', withHeaders(['Precedence', 'junk'])],
  ['bulk', withHeaders(['Feedback-ID', '1:2:campaign:esp'])],
  ['not-for-user-alone', withMessage({ to: [] })],
  ['not-for-user-alone', withMessage({ to: to('somebody@else.example') })],
  ['not-for-user-alone', withMessage({ to: to('ann@own.example', 'bob@own.example') })],
  ['not-for-user-alone', withMessage({ to: to('ann@own.example', 'ann.b@own.example') })],
  ['not-for-user-alone', withHeaders(['Cc', 'bob@own.example'])],
  ['reply-to-elsewhere', withMessage({ replyTo: { name: '', address: 'spy@else.example' } })],
  ['reply-to-elsewhere', withMessage({ replyTo: { name: '', address: '' } })],
  ['unproven-sender', { dmarc: 'fail' }],
  ['unproven-sender', { dmarc: 'none' }],
  ['no-message-id', { messageId: null }],
  ['too-old', { ageMs: hourMs + 1 }],
  ['too-old', { isPro: false, ageMs: 25 * hourMs + 1 }],
  ['answered-before', withReplies({ toSender: 1 })],
  ['organisation-limit', withReplies({ toOrganisation: 1 })],
  ['mailbox-limit', withReplies({ ofMailboxInHour: replyLimits.mailboxPerHour })],
  ['mailbox-limit', withReplies({ ofMailbox: replyLimits.mailboxPerDay })],
  ['user-limit', withReplies({ ofUser: replyLimits.userPerDay })],
  ['too-many-bounces', withReplies({ bouncedOfMailbox: replyLimits.bouncesPerDay })],
  ['brake', withReplies({ inAllInHour: replyLimits.allPerHour })],
]

test.each(silent)('F57: %s: nobody is answered (%#)', (reason, change) => {
  expect(findSilenceReason({ ...candidate, ...change })).toBe(reason)
})
