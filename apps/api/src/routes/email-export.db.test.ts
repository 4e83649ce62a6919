import { smartReplies, users } from '@doorman/db/schema'
import {
  aFilteredEmail,
  loadUserId,
  seedFilteredEmails,
  seedMailbox,
  type FilteredEmailValues,
} from '@doorman/db/testing/seeds'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { newSignedInUser } from '../testing/fake-connections.ts'
import { simulateViews } from '../testing/fake-views.ts'

const world = await openFakeApp()
const { app, ctx, request } = world

async function newUser(...emails: FilteredEmailValues[]) {
  const user = await newSignedInUser(world)
  const mailbox = await seedMailbox(ctx.db, user.email, { address: `inbox+${user.email}` })
  return { ...user, mailbox, ids: await seedFilteredEmails(ctx.db, mailbox, emails) }
}

const download = (cookie: string | undefined, query = '') =>
  app.inject({
    url: `/api/filtered-emails/export${query}`,
    headers: { ...(cookie && { cookie }) },
  })

/** The lines without the headings. */
const linesOf = ({ body }: { readonly body: string }) => body.trimEnd().split('\r\n').slice(1)

test('the file has a line for each email, in words and in the user’s time zone', async () => {
  const receivedAt = new Date('2026-07-01T22:30:00Z')
  const ann = await newUser({ ...aFilteredEmail(1), receivedAt, score: 0.984 })
  const userId = await loadUserId(ctx.db, ann.email)
  await ctx.db.update(users).set({ timeZone: 'Europe/Berlin' }).where(eq(users.id, userId))
  await ctx.db.insert(smartReplies).values({
    userId,
    mailboxId: ann.mailbox.id,
    decisionId: ann.ids[0],
    sender: 'pat1@vendor.example',
    organisation: 'vendor.example',
    claimedAt: new Date('2026-07-01T22:31:00Z'),
    state: 'sent',
  })
  const file = await download(ann.cookie)
  const day = ctx.now().toISOString().slice(0, 10)
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="doorman-filtered-emails-${day}.csv"`,
    'cache-control': 'no-store',
  })
  expect(file.body).toBe(
    '\uFEFFReceived (Europe/Berlin),Account,From,Address,Subject,Kind,Confidence,What happened,Reason,Replied (Europe/Berlin)\r\n' +
      `2026-07-02 00:30,${ann.mailbox.address},Pat 1,pat1@vendor.example,Pitch 1,Sales,98%,Filtered,` +
      'It looks like a sales pitch: it asks for a call or a meeting and names other clients.,2026-07-02 00:31\r\n',
  )
})

test('the state of each email has the words of its badge', async () => {
  const observed = { outcome: 'observe', state: null, movedAt: null } as const
  const fates: [string, FilteredEmailValues][] = [
    ['Would move', observed],
    ['Kept', { ...observed, state: 'restored' }],
    ['Filtered', { state: 'pending', movedAt: null }],
    ['Filtered', {}],
    ['Restored', { state: 'restored', restoredBy: 'user' }],
    ['Restored by the sender', { state: 'restored', restoredBy: 'sender' }],
    ['Put back', { state: 'returned', restoredBy: 'user' }],
    ['Spam', { state: 'spam' }],
    ['Not moved', { state: 'gone' }],
    ['Restored', { state: 'gone', restoredBy: 'user' }],
  ]
  const ann = await newUser(...fates.map(([, values], n) => aFilteredEmail(n, values)))
  const lines = linesOf(await download(ann.cookie))
  expect(lines.map((line) => line.split(',')[7])).toEqual(fates.map(([fate]) => fate))
})

test('a spreadsheet runs no sender and no subject, and reads commas and lines as text', async () => {
  const ann = await newUser(
    aFilteredEmail(1, {
      senderName: '=HYPERLINK("https://evil.example","x")',
      senderAddress: '+1@vendor.example',
      subject: '@SUM(A1), "two"\nlines',
    }),
  )
  const { body } = await download(ann.cookie)
  expect(body).toContain(
    `,"'=HYPERLINK(""https://evil.example"",""x"")",'+1@vendor.example,"'@SUM(A1), ""two""\nlines",`,
  )
})

test('an email of a blocked sender has no confidence', async () => {
  const blocked = { reason: 'blocked-sender', category: null, score: null, signals: [] } as const
  const ann = await newUser(aFilteredEmail(1, { ...blocked, signals: [] }))
  expect(linesOf(await download(ann.cookie))[0]).toContain(
    ',Other,,Filtered,You reported an email from this sender as spam.,',
  )
})

test('the file has the emails of the list with the same filters, of all pages, and no other user’s', async () => {
  const many = Array.from({ length: 1_203 }, (_, n) =>
    aFilteredEmail(n, { category: n % 2 ? 'sales' : 'recruiter' }),
  )
  const [ann, bob] = [await newUser(...many), await newUser(aFilteredEmail(1))]
  const all = linesOf(await download(ann.cookie))
  expect(all).toHaveLength(1_203)
  expect(new Set(all).size).toBe(1_203)
  expect(all[0]).toContain(',Pitch 0,')
  const recruiters = linesOf(await download(ann.cookie, '?kind=recruiter'))
  expect(recruiters).toHaveLength(602)
  expect(await download(ann.cookie, `?accountId=${bob.mailbox.id}`)).toMatchObject({
    statusCode: 200,
    body: expect.not.stringContaining('Pitch'),
  })
})

test('bad filters and too many exports are refused with a message', async () => {
  const ann = await newUser()
  expect((await download(ann.cookie, '?kind=spam')).statusCode).toBe(422)
  for (let count = 0; count < 20; count++) expect((await download(ann.cookie)).statusCode).toBe(200)
  expect(await download(ann.cookie)).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': expect.any(String) },
  })
})

test('an admin who views as a user cannot export their emails', async () => {
  const { cookie } = await simulateViews(world).newView()
  const response = await request('GET', '/api/filtered-emails/export', { cookie })
  expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})
