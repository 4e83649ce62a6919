import { mailboxes } from '@doorman/db/schema'
import { aFilteredEmail, seedFilteredEmails } from '@doorman/db/testing/seeds'
import { MailboxId } from '@doorman/domain/ids'
import { dayMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { accountsOf, connect, newSignedInUser } from '../testing/fake-connections.ts'

const app = await openFakeApp()
const { request, ctx } = app
const observed = { outcome: 'observe', state: null, movedAt: null } as const

/** A user whose first scan found one pitch that was moved and one that was observed. */
async function newScanned(account: string) {
  const user = await newSignedInUser(app)
  await connect(app, user, account)
  const [connected] = await accountsOf(app, user)
  const id = MailboxId.parse(connected?.id)
  await ctx.db
    .update(mailboxes)
    .set({ syncStatus: 'synced', syncProgress: 75, syncTotal: 75, createdAt: ctx.now() })
    .where(eq(mailboxes.id, id))
  const receivedAt = new Date(ctx.now().getTime() - 2 * dayMs)
  const [moved, found] = await seedFilteredEmails(ctx.db, { id }, [
    aFilteredEmail(1, { receivedAt }),
    aFilteredEmail(2, { receivedAt, category: 'recruiter', ...observed }),
  ])
  return { ...user, id, address: connected?.['email'], moved, found }
}

test('the summary has the fields of the API and is gone once it is dismissed', async () => {
  const ann = await newScanned('first-ann')
  const { status, body } = await request('GET', '/api/first-scans', ann)
  expect(status).toBe(200)
  expect(body['list']).toEqual([
    {
      accountId: ann.id,
      email: ann.address,
      provider: 'gmail',
      isObserveOnly: false,
      scanned: 75,
      moved: 1,
      wouldMove: 1,
      kinds: [
        { kind: 'recruiter', count: 1 },
        { kind: 'sales', count: 1 },
      ],
      senders: [{ domain: 'vendor.example', count: 2 }],
      minutesPerMonth: 8,
    },
  ])
  const dismiss = () => request('POST', `/api/first-scans/${ann.id}/dismiss`, ann)
  expect([(await dismiss()).status, (await dismiss()).status]).toEqual([200, 200])
  expect((await request('GET', '/api/first-scans', ann)).body['list']).toEqual([])
})

test('an account that is disconnected and connected again gets a summary of its own', async () => {
  const ann = await newScanned('first-twice')
  await request('POST', `/api/first-scans/${ann.id}/dismiss`, ann)
  await request('DELETE', `/api/gmail-accounts/${ann.id}`, ann)
  await connect(app, ann, 'first-twice')
  const [account] = await accountsOf(app, ann)
  const id = MailboxId.parse(account?.id)
  expect(id).not.toBe(ann.id)
  expect((await request('GET', '/api/first-scans', ann)).body['list']).toEqual([])
  await ctx.db
    .update(mailboxes)
    .set({ syncStatus: 'synced', syncProgress: 20, syncTotal: 20 })
    .where(eq(mailboxes.id, id))
  expect((await request('GET', '/api/first-scans', ann)).body['list']).toMatchObject([
    { accountId: id, scanned: 20, moved: 0, wouldMove: 0, minutesPerMonth: null },
  ])
  expect((await request('POST', `/api/first-scans/${ann.id}/undo`, ann)).status).toBe(404)
})

test('an undo returns the emails that it put back, and switches to observe-only if asked to', async () => {
  const ann = await newScanned('first-bea')
  const undo = (body = {}) => request('POST', `/api/first-scans/${ann.id}/undo`, { ...ann, body })
  expect(await undo({ observeOnly: true })).toMatchObject({
    status: 200,
    body: { ids: [ann.moved] },
  })
  expect(await undo()).toMatchObject({ status: 200, body: { ids: [] } })
  const { body } = await request('GET', '/api/filtered-emails?state=restored', ann)
  expect(body['list']).toMatchObject([{ id: ann.moved, action: 'returned', isObserved: false }])
  const [account] = await accountsOf(app, ann)
  expect(account).toMatchObject({ isObserveOnly: true })
  expect((await undo({ observeOnly: 'perhaps' })).status).toBe(422)
})

test('observed emails are listed as such, and moved one at a time or all at once', async () => {
  const ann = await newScanned('first-cara')
  const { found } = ann
  const act = (body: object) =>
    request('POST', `/api/filtered-emails/${found}/action`, { ...ann, body })
  const stats = async () =>
    (await request('GET', '/api/dashboard/stats?timeRange=all', ann)).body as Record<
      string,
      unknown
    >
  expect(await stats()).toMatchObject({ wouldMove: 1, firstDay: null })
  expect(await act({ action: 'restore', expectedState: 'none' })).toMatchObject({
    status: 200,
    body: { id: found, isObserved: true, action: 'restored' },
  })
  expect(await stats()).toMatchObject({ wouldMove: 0 })
  expect(await act({ action: 'move' })).toMatchObject({
    status: 409,
    body: { message: 'This email has been kept in the meantime.' },
  })
  expect(await request('POST', `/api/filtered-emails/${found}/undo`, ann)).toMatchObject({
    status: 200,
    body: { isObserved: true },
  })
  expect(await act({ action: 'spam', expectedState: 'restored' })).toMatchObject({
    status: 409,
    body: { message: 'This email is no longer kept: another page has undone that.' },
  })

  const moveAll = () => request('POST', `/api/accounts/${ann.id}/move-observed`, ann)
  expect(await moveAll()).toMatchObject({ status: 200, body: { moved: 1 } })
  expect(await moveAll()).toMatchObject({ status: 200, body: { moved: 0 } })
  expect(await act({ action: 'move', expectedState: 'none' })).toMatchObject({
    status: 200,
    body: { isObserved: false },
  })
  expect(await act({ action: 'put-back', expectedState: 'none' })).toMatchObject({
    status: 200,
    body: { isObserved: false, action: 'returned', restoredBy: 'user' },
  })
  expect(await act({ action: 'move', expectedState: 'returned' })).toMatchObject({ status: 200 })
})
