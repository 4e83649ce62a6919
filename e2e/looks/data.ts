import { ActivityDay } from '@doorman/contract/activity'
import { CurrentUser } from '@doorman/contract/auth'
import { DashboardChart, DashboardStats } from '@doorman/contract/dashboard'
import { FilteredEmail } from '@doorman/contract/filtered-emails'
import { ConnectedAccount } from '@doorman/contract/mailboxes'
import { dayMs, hourMs } from '@doorman/domain/time'

/** The clock of the screens in the pictures. */
export const now = new Date('2026-03-17T10:00:00Z')

const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const gmailId = id(900_001)
const microsoftId = id(900_002)

const longSubject =
  'Following up on my previous three emails about how we could help your team save forty hours every single month with our award-winning, fully automated, AI-first revenue and procurement platform, today'
const longDomain = 'very-long-name-of-a-growth-and-outreach-agency-inc.example'

/** Rows that are hard to lay out: long words, right-to-left names, no subject, no sender, every state. */
const hardCases = [
  { from: `Maximilian Featherstonehaugh-Cholmondeley <sales@${longDomain}>`, subject: longSubject },
  { from: 'דוד לוי <david@outreach.example>', subject: 'שיחה קצרה השבוע?', category: 'recruiter' },
  { from: 'سارة خالد <sara@growth.example>', subject: 'عرض خاص لفريقك', category: 'investor' },
  { from: 'pat@vendor.example', subject: '' },
  { from: '', subject: 'Quick question', isObserved: true },
  { from: 'Pat <pat@vendor.example>', subject: 'Restored', action: 'restored', restoredBy: 'user' },
  {
    from: 'Sam <sam@vendor.example>',
    subject: 'Met before',
    action: 'restored',
    restoredBy: 'sender',
  },
  { from: 'Kim <kim@vendor.example>', subject: 'Spam', action: 'spam' },
  { from: 'Lee <lee@vendor.example>', subject: 'Answered', repliedAt: ago(hourMs) },
  { from: 'Max <max@vendor.example>', subject: 'Bounced', hasReplyBounced: true },
  { from: 'Jo <jo@vendor.example>', subject: 'Gone', isGone: true },
] as const

export function someEmails(count: number): FilteredEmail[] {
  return Array.from({ length: count }, (_, index) => toEmail(index))
}

function toEmail(index: number): FilteredEmail {
  const isGmail = index % 2 === 0
  return FilteredEmail.parse({
    id: id(index),
    provider: isGmail ? 'gmail' : 'microsoft',
    gmailAccountId: isGmail ? gmailId : null,
    microsoftAccountId: isGmail ? null : microsoftId,
    messageId: `message-${index}`,
    from: `Casey ${index} <casey@vendor${index % 7}.example>`,
    subject: `An idea for your pipeline, number ${index}`,
    snippet: '',
    receivedAt: ago(index * 7 * hourMs),
    classificationScore: 0.99 - (index % 5) * 0.04,
    category: 'sales',
    reasoning: 'It offers a service, asks for a call and comes from a stranger.',
    detectedSignals: ['Asks for a call', 'No earlier conversation', 'Tracks links'],
    redactionStats: {
      emails: 1,
      phones: 1,
      urls: 2,
      creditCards: 0,
      ssns: 0,
      amounts: 1,
      ipAddresses: 0,
      accountNumbers: 0,
    },
    isObserved: false,
    hasReplyBounced: false,
    isGone: false,
    ...hardCases[index],
  })
}

export const user = CurrentUser.parse({
  id: id(1),
  email: 'a-rather-long-local-part.of-an-address@a-company-with-a-long-name.example',
  isAdmin: false,
  needsSecondFactor: false,
  isVerified: true,
  trialEndDate: ago(-9 * dayMs),
  trialDaysLeft: 9,
  subscriptionStatus: 'none',
  filterRecruiters: true,
  filterInvestors: false,
  autoReplyEnabled: true,
  timeZone: 'UTC',
  shownUser: id(1),
})

const account = {
  isActive: true,
  isPaused: false,
  isObserveOnly: false,
  syncStatus: 'synced',
  syncProgress: 100,
  syncTotal: 100,
  createdAt: ago(42 * dayMs),
  lastSyncedAt: ago(60_000),
  nextCheckAt: ago(-60_000),
  problem: null,
  checked: 12_345,
  wouldMove: 0,
  indexProgress: null,
}
export const gmailAccounts = [
  { ...account, id: gmailId, email: user.email },
  {
    ...account,
    id: id(900_003),
    email: 'scan@example.com',
    syncStatus: 'syncing',
    syncProgress: 12,
  },
].map((value) => ConnectedAccount.parse(value))
export const microsoftAccounts = [
  { ...account, id: microsoftId, email: 'me@example.com', isObserveOnly: true, wouldMove: 33 },
  {
    ...account,
    id: id(900_004),
    email: 'old@example.com',
    problem: 'needs-reconnect',
    nextCheckAt: null,
  },
].map((value) => ConnectedAccount.parse(value))

export const stats = DashboardStats.parse({
  totalFiltered: 1_234_567,
  totalProcessed: 9_876_543,
  wouldMove: 33,
  firstDay: '2026-03-11',
  spamPercentage: 12.5,
  timeSavedMinutes: 308_641,
  timeSavedHours: 5144,
  trialDaysLeft: 9,
  connectedAccounts: 4,
  subscriptionStatus: 'none',
  recentFiltered: someEmails(5),
  filteredKinds: [
    { kind: 'sales', count: 1_000_000 },
    { kind: 'recruiter', count: 200_000 },
    { kind: 'other', count: 34_567 },
  ],
  filteredDomains: [
    { domain: longDomain, count: 512 },
    ...[1, 2, 3, 4].map((index) => ({ domain: `vendor${index}.example`, count: 60 - index })),
  ],
})

const day = (index: number) => ago(index * dayMs).slice(0, 10)

export const chart = DashboardChart.parse({
  step: 'day',
  points: [6, 5, 4, 3, 2, 1, 0].map((index) => ({
    day: day(index),
    processed: 40 + ((index * 13) % 17),
    filtered: 5 + ((index * 7) % 11),
  })),
})

export const activityDays = [0, 1, 2, 3].map((index) =>
  ActivityDay.parse({
    day: day(index),
    filtered: 12 + index,
    wouldMove: index,
    restored: 1,
    kept: { people: 20, newsletters: 31, rules: 2, 'not-cold': 5, unsure: 3, other: 1 },
  }),
)
