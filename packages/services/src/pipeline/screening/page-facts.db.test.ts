import { mailboxes, users } from '@doorman/db/schema'
import { openPreparingDb } from '@doorman/db/testing/test-db'
import { seedMailbox } from '@doorman/db/testing/seeds'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { loadPageFacts } from './page-facts.ts'

const db = await openPreparingDb()

/** PostgreSQL plans a prepared statement this often for its values before it keeps one plan. */
const trialPlans = 5

test('PostgreSQL keeps the plan of the lookup, although most lists are short', async () => {
  const email = `${randomUUID()}@a.example`
  await db.insert(users).values({ email })
  const { id } = await seedMailbox(db, email)
  const [row] = await db.select().from(mailboxes).where(eq(mailboxes.id, id))
  if (!row) throw new Error('The mailbox exists')
  const ctx = { db, keyRing: createKeyRing([fakeTokenKey]) }
  for (let count = 0; count < 4 * trialPlans; count += 1) {
    const messageId = `message-${count}` as ProviderMessageId
    await loadPageFacts(ctx, { row, index: null }, [messageId], [])
  }
  const { rows } = await db.execute(sql`
    select custom_plans::int as planned from pg_prepared_statements
    where statement like '%isIndexComplete%'`)
  expect(rows).toEqual([{ planned: trialPlans }])
})
