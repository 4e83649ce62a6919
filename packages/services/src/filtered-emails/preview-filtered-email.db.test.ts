import { mailboxes } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { MailError, type MailFailure } from '@doorman/mail/mail-error'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { actorOf, receiveAndSetAside } from '../testing/fake-filtered-emails.ts'
import { previewFilteredEmail } from './preview-filtered-email.ts'

const world = await openFakePipeline()
const { ctx, newInbox } = world

const preview = (inbox: FakeInbox, { id }: { id: DecisionId }) =>
  previewFilteredEmail(ctx, actorOf(inbox), { id })

test('the text is read from the mailbox and not stored', async () => {
  const ann = await newInbox()
  const canary = 'A canary sings here, and pat@canary.example too.'
  const email = await receiveAndSetAside(world, ann, { text: `Hello,\n\n${canary}\n` })
  expect(await preview(ann, email)).toEqual({ text: `Hello,\n\n${canary}`, isCut: false })
  const { rows } = await ctx.db.execute<{ found: boolean }>(sql`
    select exists (select from decisions d where d::text like '%canary%')
      or exists (select from pgboss.job j where j::text like '%canary%') as found`)
  expect(rows).toEqual([{ found: false }])
  expect(world.logs.join('\n')).not.toContain('canary')
})

test('a long email is cut, and never within a character', async () => {
  const ann = await newInbox()
  const email = await receiveAndSetAside(world, ann, {
    text: `We help teams like yours ${'😀'.repeat(15_000)}`,
  })
  const { text, isCut } = await preview(ann, email)
  expect(isCut).toBe(true)
  expect(text).toHaveLength(19_999)
  expect(text.isWellFormed()).toBe(true)
})

test('an email that is too large to read shows its first words', async () => {
  const ann = await newInbox()
  const email = await receiveAndSetAside(world, ann)
  for (const [id, received] of ann.box.messages) {
    const body = { text: 'We help teams', html: null, isExcerpt: true }
    ann.box.messages.set(id, { ...received, message: { ...received.message, body } })
  }
  expect(await preview(ann, email)).toEqual({ text: 'We help teams', isCut: true })
})

test.each([
  ['gone', 'not-found', 'This email is no longer in your mailbox.'],
  ['too-large', 'conflict', 'This email is too large to preview.'],
  ['access-revoked', 'conflict', 'Reconnect this account to see its emails.'],
  ['permission-missing', 'conflict', 'Reconnect this account to see its emails.'],
  ['no-mailbox', 'unavailable', 'We can’t reach your mailbox right now. Please try again.'],
  ['refused', 'unavailable', 'We can’t reach your mailbox right now. Please try again.'],
  ['rate-limited', 'unavailable', 'We can’t reach your mailbox right now. Please try again.'],
  ['unavailable', 'unavailable', 'We can’t reach your mailbox right now. Please try again.'],
] satisfies [MailFailure, string, string][])(
  'the failure %s becomes an error with the code %s and a message',
  async (failure, code, message) => {
    const ann = await newInbox()
    const email = await receiveAndSetAside(world, ann)
    ann.box.failNextWith = new MailError(failure, 'test')
    await expect(preview(ann, email)).rejects.toMatchObject({ code, message })
  },
)

test('a preview after access was revoked marks the mailbox, and the next preview does not call the provider', async () => {
  const ann = await newInbox()
  const email = await receiveAndSetAside(world, ann)
  ann.box.failNextWith = new MailError('access-revoked', 'test')
  await expect(preview(ann, email)).rejects.toMatchObject({ code: 'conflict' })
  expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
  const opened = world.mail.opened.length
  await expect(preview(ann, email)).rejects.toMatchObject({ code: 'conflict' })
  expect(world.mail.opened).toHaveLength(opened)
})

test('emails of a paused mailbox can be previewed', async () => {
  const ann = await newInbox()
  const email = await receiveAndSetAside(world, ann)
  await ctx.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, ann.id))
  expect(await preview(ann, email)).toMatchObject({ isCut: false })
})

test('another user’s email is not found, and no mailbox is opened', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const email = await receiveAndSetAside(world, bob)
  const opened = world.mail.opened.length
  const foreign = await preview(ann, email).catch(String)
  expect(foreign).toBe(await preview(ann, { id: randomUUID() as DecisionId }).catch(String))
  expect(foreign).toContain('We can’t find this email.')
  expect(world.mail.opened).toHaveLength(opened)
})

test('previews are rate limited', async () => {
  const ann = await newInbox()
  const email = await receiveAndSetAside(world, ann)
  for (let count = 0; count < 60; count++) await preview(ann, email)
  await expect(preview(ann, email)).rejects.toMatchObject({ code: 'too-many' })
})
