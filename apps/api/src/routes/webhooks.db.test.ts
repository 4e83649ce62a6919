import { findPush } from '@doorman/db/queries/push-grants'
import { grants, mailboxes } from '@doorman/db/schema'
import type { News } from '@doorman/services/mail-access'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp } from '../fake-app.ts'
import { accountsOf, connect, newPerson } from '../fake-connections.ts'

const world = await openFakeApp()
const { app, ask, ctx } = world

let made = 0

/** Somebody whose mailbox was looked at, and nothing is left to do. */
async function newOwner() {
  const person = await newPerson(world)
  const subject = `told${(made += 1)}`
  await connect(world, person, subject)
  await world.settle()
  const [account] = await accountsOf(world, person)
  const [row] = await ctx.db.select().from(mailboxes).where(eq(mailboxes.subject, subject))
  if (!account || !row) throw new Error('It is not connected')
  return { ...person, ...row, of: { address: row.address } }
}

/** What the fake takes as proven. */
const tell = (news: readonly News[], path = 'gmail', headers = { authorization: 'proven' }) =>
  app.inject({ method: 'POST', url: `/api/webhooks/${path}`, headers, body: JSON.stringify(news) })

async function countJobs(name: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: string }>(
    sql`select count(*) from pgboss.job where name = ${name} and state = 'created'`,
  )
  return Number(rows[0]?.count)
}

test('R1: news is a job before it is acknowledged, and a burst of it is one', async () => {
  const { of } = await newOwner()
  for (const _push of [1, 2, 3, 4, 5])
    expect((await tell([{ of, endsPush: false }])).statusCode).toBe(204)
  await Promise.all([1, 2, 3].map(() => tell([{ of, endsPush: false }])))
  expect(await countJobs('sync-mailbox')).toBe(1)
  const opened = world.mail.opened.length
  await world.settle()
  expect(world.mail.opened.slice(opened)).toHaveLength(1)
})

test('S14: what nobody has proven leaves no trace', async () => {
  const { of } = await newOwner()
  for (const path of ['gmail', 'microsoft', 'microsoft-lifecycle'])
    expect((await tell([{ of, endsPush: true }], path, { authorization: 'no' })).json()).toEqual({
      code: 'invalid',
      message: 'The request could not be understood.',
    })
  expect(await countJobs('sync-mailbox')).toBe(0)
})

test('news of a mailbox that is not here is taken, so that it does not come for days', async () => {
  const { grantId } = await newOwner()
  const nobody = { of: { address: 'nobody@mail.test' }, endsPush: false }
  expect((await tell([nobody])).statusCode).toBe(204)
  // At another provider the same name is another mailbox.
  expect((await tell([{ of: { grantId }, endsPush: false }], 'microsoft')).statusCode).toBe(202)
  expect(await countJobs('sync-mailbox')).toBe(0)
})

test('a mailbox that is paused is not looked at, and its news is stopped', async () => {
  const ann = await newOwner()
  await ctx.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, ann.id))
  await tell([{ of: ann.of, endsPush: false }])
  expect(await countJobs('sync-mailbox')).toBe(0)
  await world.settle()
  expect((await findPush(ctx.db, ann.grantId))?.current).toBeNull()
  expect(world.mail.mailboxes.get(ann.grantId)?.isPushing).toBe(false)
})

test('F20: one that needs its user is left alone', async () => {
  const { of, id } = await newOwner()
  await ctx.db
    .update(mailboxes)
    .set({ problem: 'needs-reconnect', nextCheckAt: null })
    .where(eq(mailboxes.id, id))
  expect((await tell([{ of, endsPush: false }])).statusCode).toBe(204)
  expect(await countJobs('sync-mailbox')).toBe(0)
})

test('F17: a push that ends is asked for again with the look that follows', async () => {
  const { grantId } = await newOwner()
  const box = world.mail.mailboxes.get(grantId)
  expect(box?.pushRenewals).toBe(1)
  await ctx.db.update(grants).set({ provider: 'microsoft' }).where(eq(grants.id, grantId))
  await ctx.db
    .update(mailboxes)
    .set({ provider: 'microsoft' })
    .where(eq(mailboxes.grantId, grantId))
  for (const [endsPush, renewals] of [
    [false, 1],
    [true, 2],
  ] as const) {
    await tell([{ of: { grantId }, endsPush }], 'microsoft-lifecycle')
    await world.settle()
    expect(box?.pushRenewals).toBe(renewals)
  }
})

test('S14: no body is larger than a provider’s', async () => {
  const body = ' '.repeat(64 * 1024 + 1)
  const headers = { authorization: 'proven' }
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/webhooks/gmail',
    headers,
    body,
  })
  expect(statusCode).toBe(413)
})

test.each(['microsoft', 'microsoft-lifecycle'])(
  'Graph’s question whether %s wants its news is answered to the letter',
  async (path) => {
    const token = 'Validation: Testing client application reachability +&ü%20'
    const url = `/api/webhooks/${path}?validationToken=${encodeURIComponent(token)}`
    const headers = { 'content-type': 'text/plain; charset=utf-8' }
    const answer = await app.inject({ method: 'POST', url, headers })
    expect(answer).toMatchObject({ statusCode: 200, body: token })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  },
)

test.each([
  ['a page', 'validationToken=%3Cscript%3Ealert(1)%3C/script%3E'],
  ['a header', 'validationToken=a%0d%0ab'],
  ['a book', `validationToken=${'a'.repeat(1025)}`],
  ['two answers', 'validationToken=a&validationToken=b'],
])('S14: %s is not echoed', async (_case, query) => {
  const { status, body } = await ask('POST', `/api/webhooks/microsoft?${query}`)
  expect({ status, body }).toEqual({
    status: 422,
    body: { code: 'invalid', message: 'This is no validation token.' },
  })
})
