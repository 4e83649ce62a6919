import { expect, test } from 'vitest'
import { replyMarker } from '../brand.ts'
import {
  findReasonNotToReply,
  replyLimits,
  type RecentReplies,
  type ReplyCandidate,
} from './may-reply.ts'
import { MessageHeaders, type Message } from '../mail/message.ts'
import { hourMs, minuteMs } from '../time.ts'

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
  bouncesOfMailbox: 0,
  ofEveryoneInHour: 0,
}
const candidate: ReplyCandidate = {
  message: pitch,
  rfcMessageId: '<1@vendor.example>',
  ageMs: minuteMs,
  wasAllowed: true,
  isSetAside: true,
  hasReputation: false,
  isObserveOnly: false,
  isStopped: false,
  dmarc: 'pass',
  ownAddresses: ['ann@own.example', 'ann.b@own.example'],
  replyFrom: 'ann@own.example',
  isIndexComplete: true,
  hasWrittenToSender: false,
  hasWrittenToDomain: false,
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

const replied: [string, Partial<ReplyCandidate>][] = [
  ['a certain pitch to the user alone', {}],
  ['a pitch to an alias', withMessage({ to: to('ann.b@own.example') })],
  ['a pitch to a plus-address', withMessage({ to: to('Ann+shop@own.example') })],
  ['a pitch with Auto-Submitted: no', withHeaders(['Auto-Submitted', 'no'])],
  [
    'a pitch with Auto-Submitted: no and a comment',
    withHeaders(['Auto-Submitted', 'No (a person)']),
  ],
  ['a pitch with an ordinary return path', withHeaders(['Return-Path', '<pat@vendor.example>'])],
  [
    'a pitch with X-Auto-Response-Suppress: None',
    withHeaders(['X-Auto-Response-Suppress', 'None']),
  ],
  ['a pitch with an empty Cc', withHeaders(['Cc', ' '])],
  ['a pitch whose Reply-To is its sender', withMessage({ replyTo: pitch.from })],
  [
    'a pitch on the free plan, even if replies are switched off,',
    { isPro: false, autoReplyEnabled: false },
  ],
  ['a 25-hour-old pitch on the free plan', { isPro: false, ageMs: 25 * hourMs }],
  ['an hour-old pitch on Pro', { ageMs: hourMs }],
  [
    'the last pitch below every limit',
    withReplies({
      ofMailboxInHour: replyLimits.mailboxPerHour - 1,
      ofMailbox: replyLimits.mailboxPerDay - 1,
      ofUser: replyLimits.userPerDay - 1,
      bouncesOfMailbox: replyLimits.bouncesPerDay - 1,
      ofEveryoneInHour: replyLimits.everyonePerHour - 1,
    }),
  ],
]

test.each(replied)('%s gets a reply', (_case, change) => {
  expect(findReasonNotToReply({ ...candidate, ...change })).toBeNull()
})

const silent: [string, Partial<ReplyCandidate>][] = [
  ['stopped', { isStopped: true }],
  ['not-agreed', { agreedAt: null }],
  ['not-agreed', { agreedAt: null, isPro: false }],
  ['switched-off', { autoReplyEnabled: false }],
  ['not-allowed', { wasAllowed: false }],
  ['observe-only', { isObserveOnly: true }],
  ['not-set-aside', { isSetAside: false }],
  ['has-reputation', { hasReputation: true }],
  ['index-incomplete', { isIndexComplete: false }],
  ['known-contact', { hasWrittenToSender: true }],
  ['known-organisation', { hasWrittenToDomain: true }],
  ['no-sender', withMessage({ from: null })],
  ['contact-form', withMessage({ viaContactForm: true })],
  ['own-message', withMessage({ from: { name: '', address: 'ann@own.example' } })],
  ['own-message', withMessage({ from: { name: '', address: 'Ann.B+x@own.example' } })],
  ['own-message', withHeaders([replyMarker, 'a claim'])],
  ['own-message', withHeaders([replyMarker.toLowerCase(), ''])],
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
  ['other-address', { replyFrom: null }],
  ['reply-to-elsewhere', withMessage({ replyTo: { name: '', address: 'spy@else.example' } })],
  ['reply-to-elsewhere', withMessage({ replyTo: { name: '', address: '' } })],
  ['unproven-sender', { dmarc: 'fail' }],
  ['unproven-sender', { dmarc: 'none' }],
  ['no-message-id', { rfcMessageId: null }],
  ['too-old', { ageMs: hourMs + 1 }],
  ['too-old', { isPro: false, ageMs: 25 * hourMs + 1 }],
  ['replied-before', withReplies({ toSender: 1 })],
  ['organisation-limit', withReplies({ toOrganisation: 1 })],
  ['mailbox-limit', withReplies({ ofMailboxInHour: replyLimits.mailboxPerHour })],
  ['mailbox-limit', withReplies({ ofMailbox: replyLimits.mailboxPerDay })],
  ['user-limit', withReplies({ ofUser: replyLimits.userPerDay })],
  ['too-many-bounces', withReplies({ bouncesOfMailbox: replyLimits.bouncesPerDay })],
  ['emergency-brake', withReplies({ ofEveryoneInHour: replyLimits.everyonePerHour })],
]

test.each(silent)('there is no reply for the reason %s (%#)', (reason, change) => {
  expect(findReasonNotToReply({ ...candidate, ...change })).toBe(reason)
})
