import { decisions, deletedUsers, grants, mailboxes, users } from '@doorman/db/schema'
import { aFilteredEmail, seedFilteredEmails, seedMailbox } from '@doorman/db/testing/seeds'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { request, ctx, runJobsUntilIdle } = await openFakeApp()
const password = 'correct horse battery'

/** A user with a mailbox and three filtered emails. */
async function newUser(email: string) {
  const { cookie } = await request('POST', '/api/auth/register', { body: { email, password } })
  const mailbox = await seedMailbox(ctx.db, email)
  const emails = [1, 2, 3].map((number) => aFilteredEmail(number))
  const ids = await seedFilteredEmails(ctx.db, mailbox, emails)
  return {
    email,
    cookie,
    mailbox,
    ids,
    countDecisions: () => ctx.db.$count(decisions, eq(decisions.mailboxId, mailbox.id)),
  }
}

test('a deleted account is gone at once, and its decisions follow in a job', async () => {
  const ann = await newUser('ann@own.example')
  const ben = await newUser('ben@own.example')
  const [{ id: userId } = { id: '' }] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, ann.email))

  const body = { password }
  expect(await request('DELETE', '/api/auth/account', { cookie: ann.cookie, body })).toMatchObject({
    status: 200,
  })
  expect((await request('GET', '/api/auth/me', { cookie: ann.cookie })).status).toBe(401)
  const login = { body: { email: ann.email, password } }
  expect((await request('POST', '/api/auth/login', login)).status).toBe(401)
  expect(await ctx.db.$count(users, eq(users.email, ann.email))).toBe(0)
  expect(await ctx.db.$count(mailboxes, eq(mailboxes.id, ann.mailbox.id))).toBe(0)
  expect(await ctx.db.select({ id: deletedUsers.id }).from(deletedUsers)).toEqual([{ id: userId }])
  // One statement could not delete them all. No user can see them any more.
  expect(await ann.countDecisions()).toBe(3)
  const [id] = ann.ids
  const preview = `/api/filtered-emails/${id}/preview`
  expect((await request('GET', preview, { cookie: ben.cookie })).status).toBe(404)

  await runJobsUntilIdle()
  expect(await ann.countDecisions()).toBe(0)
  expect(await ben.countDecisions()).toBe(3)
  expect((await request('POST', '/api/auth/register', login)).status).toBe(200)
})

test('the request does not wait for decisions that are being worked on', async () => {
  const cal = await newUser('cal@own.example')
  const answer = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from decisions where mailbox_id = ${cal.mailbox.id} for update`)
    return request('DELETE', '/api/auth/account', { cookie: cal.cookie, body: { password } })
  })
  expect(answer.status).toBe(200)
  await runJobsUntilIdle()
  expect(await cal.countDecisions()).toBe(0)
})

test('disconnecting a mailbox deletes its decisions, and tokens that are too damaged to revoke', async () => {
  const dan = await newUser('dan@own.example')
  const url = `/api/gmail-accounts/${dan.mailbox.id}`
  expect((await request('DELETE', url, { cookie: dan.cookie })).status).toBe(200)
  await runJobsUntilIdle()
  expect(await dan.countDecisions()).toBe(0)
  expect(await ctx.db.$count(grants, eq(grants.providerAccountId, dan.mailbox.address))).toBe(0)
})
