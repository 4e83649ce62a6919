import { decisions, mailboxes } from '@doorman/db/schema'
import { MailboxId, type ProviderMessageId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { accountsOf, connect, newSignedInUser } from '../testing/fake-connections.ts'

const fake = await openFakeApp()

async function newUserWithEmails() {
  const user = await newSignedInUser(fake)
  await connect(fake, user, `opener-${randomUUID()}`, 'gmail')
  const [account] = await accountsOf(fake, user, 'gmail')
  const email = {
    mailboxId: MailboxId.parse(account?.id),
    decidedAt: new Date(),
    receivedAt: new Date(),
  }
  const [filtered, kept] = await fake.ctx.db
    .insert(decisions)
    .values([
      {
        ...email,
        providerMessageId: randomUUID() as ProviderMessageId,
        outcome: 'filter',
        reason: 'blocked-sender',
        subject: '',
        state: 'set-aside',
      },
      {
        ...email,
        providerMessageId: randomUUID() as ProviderMessageId,
        outcome: 'keep',
        reason: 'reply',
      },
    ])
    .returning({ id: decisions.id })
  return { ...user, mailboxId: email.mailboxId, filtered: filtered?.id, kept: kept?.id }
}

const open = async (user: { cookie: string }, id: string | undefined) => {
  const answer = await fake.app.inject({
    url: `/api/filtered-emails/${id}/open`,
    headers: { cookie: user.cookie },
  })
  return [answer.statusCode, answer.headers['location']]
}

test('an email opens at its provider, whether it was filtered or kept', async () => {
  const ann = await newUserWithEmails()
  for (const id of [ann.filtered, ann.kept])
    expect(await open(ann, id)).toEqual([302, expect.stringMatching(/^https:\/\/web-mail\.test\//)])
})

test('an email that cannot be opened leads to the list, which says why, or to the activity', async () => {
  const ann = await newUserWithEmails()
  await fake.ctx.db
    .update(mailboxes)
    .set({ problem: 'needs-reconnect', nextCheckAt: null })
    .where(eq(mailboxes.id, ann.mailboxId))
  expect(await open(ann, ann.filtered)).toEqual([302, `/filtered-emails?open=${ann.filtered}`])
  expect(await open(ann, ann.kept)).toEqual([302, '/activity'])
})

test('a link to another user’s email leads to the same page as a link to an unknown email', async () => {
  const [ann, bob] = [await newUserWithEmails(), await newUserWithEmails()]
  expect(await open(ann, bob.filtered)).toEqual([302, '/activity'])
  expect(await open(ann, randomUUID())).toEqual([302, '/activity'])
  expect(await open(ann, 'nonsense')).toEqual([302, '/filtered-emails'])
})
