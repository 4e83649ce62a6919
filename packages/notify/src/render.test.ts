import { trialDays } from '@doorman/domain/plans/plan'
import { expect, test } from 'vitest'
import type { Email, Unsubscribe } from './notify.ts'
import { renderEmail } from './render.ts'
import { findHtmlProblems, listColouredElements } from './testing/html-problems.ts'
import { sampleEmails } from './testing/sample-emails.ts'
import { styleSheet } from './templates/theme.ts'

const site = 'https://doorman.example'
const unsubscribeFrom = (kind: Unsubscribe['kind']): Unsubscribe => ({
  kind,
  pageUrl: `${site}/unsubscribe?token=u`,
  oneClickUrl: `${site}/api/unsubscribe?token=u`,
})
const { 'trial-reminder': reminder, 'plan-ended': ended, 'weekly-report': report } = sampleEmails

const variants: readonly (readonly [string, Email])[] = [
  ...Object.entries(sampleEmails),
  ['a report without filtered emails', { ...report, ...noneFiltered() }],
  ['the last reminder, of one mailbox', { ...reminder, daysLeft: 0, mailboxCount: 1 }],
  ['a reminder without mailboxes', { ...reminder, daysLeft: 1, mailboxCount: 0 }],
  ['the end of Pro without mailboxes', { ...ended, address: null, idleCount: 0 }],
  ['a reminder where Pro cannot be bought', { ...reminder, canSubscribe: false }],
  ['the end of Pro where it cannot be bought', { ...ended, canSubscribe: false }],
  ['a farewell after a deletion by us', { ...sampleEmails.farewell, deletedBy: 'admin' }],
  [
    'a contact message that is not of a Pro user',
    { ...sampleEmails['contact-message'], isPro: false },
  ],
]

const rendered = await Promise.all(
  variants.map(async ([name, email]) => ({ name, email, ...(await renderEmail(email)) })),
)

test.each(rendered)('$name is valid HTML with a title', ({ subject, html }) => {
  expect(findHtmlProblems(html)).toEqual([])
  expect(subject).toMatch(/^\S.*\S$/)
  expect(html).toContain('<h1')
})

test.each(rendered)('$name has every link, and its plain text has it once', (mail) => {
  for (const url of listUrls(mail.email)) {
    expect(mail.html).toContain(`href="${url}"`)
    expect(mail.text.split(/\s/).filter((word) => word === url)).toHaveLength(1)
  }
})

test.each(rendered)('$name: the preview adds to the subject and is not in the text', (mail) => {
  const preview = /data-skip-in-text="true">([^<]+)</.exec(mail.html)?.[1] ?? ''
  expect(preview.length).toBeGreaterThan(20)
  expect(preview).not.toContain(mail.subject)
  expect(mail.text).not.toContain(preview)
})

test.each(rendered)('$name: the dark theme replaces every colour', ({ html }) => {
  const [, darkRules = ''] = styleSheet.split('prefers-color-scheme: dark')
  const isReplaced = (property: string, classes: readonly string[]) =>
    classes.some((name) =>
      new RegExp(`\\.${name}\\b[^{]*\\{[^}]*(?<!-)${property}:`).test(darkRules),
    )
  const coloured = listColouredElements(html)
  expect(coloured.length).toBeGreaterThan(5)
  for (const { classes, properties } of coloured)
    for (const property of properties)
      expect(isReplaced(property, classes), `${property} of ${classes.join(' ')}`).toBe(true)
})

test.each([
  [14, 'Your Pro trial ends in 14 days'],
  [7, 'Your Pro trial ends in 7 days'],
  [3, 'Your Pro trial ends in 3 days'],
  [1, 'Your Pro trial ends tomorrow'],
  [0, 'Your Pro trial ends today'],
])('with %i days left, the trial reminder says so', async (daysLeft, title) => {
  const { subject, text } = await renderEmail({ ...reminder, daysLeft })
  expect(subject).toBe(title)
  expect(text).toContain(title)
  expect(text).toContain('November 30')
})

test('the trial reminder says what Free keeps and what changes', async () => {
  const { text } = await renderEmail(reminder)
  expect(text).toContain('One mailbox stays covered')
  expect(text).toContain('Your 2 other mailboxes stay connected')
  expect(text).toContain('Nothing is deleted')
  expect(text).toContain('checked once a day')
  expect(text).toContain('$9 a month or $90 a year')
})

test.each([
  ['trial-reminder', reminder, 'Keep Pro Features'],
  ['plan-ended', ended, 'Upgrade to Pro'],
])('%s offers Pro only where it can be bought', async (_kind, email, offer) => {
  expect((await renderEmail(email)).text).toContain(offer)
  const { subject, text } = await renderEmail({ ...email, canSubscribe: false })
  expect(text).not.toContain(offer)
  expect(subject + text).not.toMatch(/\$|subscribe|keep Pro/i)
  expect(text).toContain('Open Doorman')
})

test.each([
  ['trial-reminder', reminder],
  ['plan-ended', ended],
])('%s says that Free sends smart responses only if the user agreed', async (_kind, email) => {
  const agreed = await renderEmail({ ...email, hasAgreedToReplies: true })
  expect(agreed.text).toContain('filtered senders get one short reply')
  const silent = await renderEmail({ ...email, hasAgreedToReplies: false })
  expect(silent.text).toContain('sends nothing in your name')
})

test('the end of Pro names the mailbox that stays protected and links to the others', async () => {
  const { html, text } = await renderEmail(ended)
  expect(text).toContain('Your Pro trial has ended. Doorman keeps protecting ann@example.com')
  expect(text).toContain('Your 2 other mailboxes stay connected')
  expect(html).toContain(`href="${site}/accounts"`)
  const paused = await renderEmail({ ...ended, isFiltered: false })
  expect(paused.text).toContain('Free Forever will cover ann@example.com once you resume')
  expect(paused.text).not.toContain('protecting')
  const alone = await renderEmail({ ...ended, ended: 'subscription', idleCount: 0 })
  expect(alone.text).toContain('Your Pro subscription has ended')
  expect(alone.html).not.toContain('/accounts')
})

test.each([
  ['monthly', '$9 a month'],
  ['yearly', '$90 a year'],
] as const)('the confirmation of a %s subscription names its price', async (interval, price) => {
  const { text } = await renderEmail({ ...sampleEmails['subscription-confirmed'], interval })
  expect(text).toContain(`Your plan is ${price}. The next payment is on November 30, 2027.`)
})

test('a failed payment says until when Pro stays on', async () => {
  const { text } = await renderEmail(sampleEmails['payment-failed'])
  expect(text).toContain('couldn’t charge $9')
  expect(text).toContain('Pro stays on until December 31')
})

test('the weekly report shows totals, kinds and the least certain emails', async () => {
  const { subject, text } = await renderEmail(report)
  expect(subject).toBe('Your week: 142 cold emails filtered')
  expect(text).toContain('November 9 to 15')
  expect(text).toMatch(/^142 +1,310 +36 minutes\nfiltered +checked +saved$/m)
  expect(text).toMatch(/^Sales +104\nRecruiter +25\nInvestor +9\nOther +4$/m)
  expect(text.replaceAll('\u200c', '')).toContain(
    `Speaking slot in June?
Tom Okafor <tom.okafor@summit-events.example>
73% certain
Restore: ${site}/restore?token=two`,
  )
  expect(text).toContain('(no subject)\nLena Fuchs')
  expect(text).toContain(
    'Each link works once, needs no password, and shows you what it will do first',
  )
})

test('a week without filtered emails shows no empty tables', async () => {
  const { subject, text } = await renderEmail({ ...report, ...noneFiltered() })
  expect(subject).toBe('Your week: nothing to filter')
  expect(text).toContain('checked 1,310 emails and found no cold outreach')
  expect(text).not.toMatch(/By kind|Restore|saved/)
})

test.each([
  ['trial-reminder', `We send a few reminders during the ${trialDays}-day trial.`],
  ['weekly-report', 'You get this report every Monday.'],
] as const)('%s ends with links to switch it off and to the settings', async (kind, why) => {
  const { html, text } = await renderEmail(sampleEmails[kind], unsubscribeFrom(kind))
  expect(findHtmlProblems(html)).toEqual([])
  expect(text).toContain(why)
  expect(text).toContain(`: ${site}/unsubscribe?token=u\n`)
  expect(text).toContain(`Choose your emails: ${site}/account-settings\n`)
  expect(text).not.toContain('/api/')
  expect((await renderEmail(sampleEmails[kind])).text).not.toContain('Unsubscribe')
})

test.each([
  [true, '[Pro] New message from the contact form'],
  [false, 'New message from the contact form'],
])('a contact message (of a Pro user: %s) can be replied to', async (isPro, title) => {
  const email = { ...sampleEmails['contact-message'], isPro }
  const { subject, text, replyTo } = await renderEmail(email)
  expect(subject).toBe(title)
  expect(text.includes('[Pro]')).toBe(isPro)
  expect(text).toContain('Hello,\n\ndoes it work with shared mailboxes?\n\nNoor\n')
  expect(text).toContain('Reply: noor@example.com\n')
  expect(replyTo).toBe('noor@example.com')
})

function noneFiltered() {
  return { filtered: 0, byCategory: [], leastCertain: [] }
}

/** All URLs in an email, except that of `mailto:` links. */
function listUrls(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('https:') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listUrls) : []
}

test('the email for a first password does not mention a reset', async () => {
  const { subject, html, text } = await renderEmail(sampleEmails['set-password'])
  expect(subject).toBe('Set a password for Doorman')
  for (const part of [html, text]) expect(part).not.toMatch(/reset|new password|hasn’t changed/i)
})
