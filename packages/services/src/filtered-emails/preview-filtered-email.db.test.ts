import { mailboxes } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { MailError, type MailFailure } from '@doorman/mail/mail-error'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../fake-pipeline.ts'
import { actorOf, setAsideIn } from './fake-filtered.ts'
import { previewFilteredEmail } from './preview-filtered-email.ts'

const world = await openFakePipeline()
const { ctx, newInbox } = world

const preview = (inbox: FakeInbox, { id }: { id: DecisionId }) =>
  previewFilteredEmail(ctx, actorOf(inbox), { id })

test('162: what the mail says is read from the mailbox, and nothing of it is kept', async () => {
  const ann = await newInbox()
  const canary = 'A canary sings here, and pat@canary.example too.'
  const mail = await setAsideIn(world, ann, { text: `Hello,\n\n${canary}\n` })
  expect(await preview(ann, mail)).toEqual({ text: `Hello,\n\n${canary}`, isCut: false })
  const { rows } = await ctx.db.execute<{ found: boolean }>(sql`
    select exists (select from decisions d where d::text like '%canary%')
      or exists (select from pgboss.job j where j::text like '%canary%') as found`)
  expect(rows).toEqual([{ found: false }])
  expect(world.logs.join('\n')).not.toContain('canary')
})

test('a long mail is cut, and never within a character', async () => {
  const ann = await newInbox()
  const mail = await setAsideIn(world, ann, {
    text: `We help teams like yours ${'😀'.repeat(15_000)}`,
  })
  const { text, isCut } = await preview(ann, mail)
  expect(isCut).toBe(true)
  expect(text).toHaveLength(19_999)
  expect(text.isWellFormed()).toBe(true)
})

test.each([
  ['gone', 'not-found', 'This email is no longer in your mailbox.'],
  ['too-large', 'conflict', 'This email is too large to be shown here.'],
  ['access-revoked', 'conflict', 'Please connect this account again to see its mail.'],
  ['permission-missing', 'conflict', 'Please connect this account again to see its mail.'],
  ['refused', 'unavailable', 'Your mailbox is out of reach right now. Please try again.'],
  ['rate-limited', 'unavailable', 'Your mailbox is out of reach right now. Please try again.'],
  ['unavailable', 'unavailable', 'Your mailbox is out of reach right now. Please try again.'],
] satisfies [MailFailure, string, string][])(
  '%s: it says what is wrong',
  async (failure, code, message) => {
    const ann = await newInbox()
    const mail = await setAsideIn(world, ann)
    ann.box.failNextWith = new MailError(failure, 'test')
    await expect(preview(ann, mail)).rejects.toMatchObject({ code, message })
  },
)

test('F20: lost access is noted, and not asked for again', async () => {
  const ann = await newInbox()
  const mail = await setAsideIn(world, ann)
  ann.box.failNextWith = new MailError('access-revoked', 'test')
  await expect(preview(ann, mail)).rejects.toMatchObject({ code: 'conflict' })
  expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
  const opened = world.mail.opened.length
  await expect(preview(ann, mail)).rejects.toMatchObject({ code: 'conflict' })
  expect(world.mail.opened).toHaveLength(opened)
})

test('a paused mailbox shows its mail', async () => {
  const ann = await newInbox()
  const mail = await setAsideIn(world, ann)
  await ctx.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, ann.id))
  expect(await preview(ann, mail)).toMatchObject({ isCut: false })
})

test('I8: somebody else’s mail is none, and no mailbox is asked', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const mail = await setAsideIn(world, bob)
  const opened = world.mail.opened.length
  const foreign = await preview(ann, mail).catch(String)
  expect(foreign).toBe(await preview(ann, { id: randomUUID() as DecisionId }).catch(String))
  expect(foreign).toContain('This email is not here.')
  expect(world.mail.opened).toHaveLength(opened)
})

test('there is a limit to it', async () => {
  const ann = await newInbox()
  const mail = await setAsideIn(world, ann)
  for (let tries = 0; tries < 60; tries++) await preview(ann, mail)
  await expect(preview(ann, mail)).rejects.toMatchObject({ code: 'too-many' })
})
