import { createStatementNames, PreparedClient } from '@doorman/db/prepared-client'
import * as schema from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { seedMailbox } from '@doorman/db/testing/seeds'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { loadPageFacts } from './page-facts.ts'

/** Other tests of this process may have used up the names that all connections share. */
class ClientWithOwnNames extends PreparedClient {
  protected override readonly findName = createStatementNames()
}

const pool = new pg.Pool({
  connectionString: await createTestDatabase(),
  Client: ClientWithOwnNames,
  max: 1,
})
const { mailboxes, users } = schema
const db = drizzle(pool, { schema })
afterAll(() => pool.end())

/** PostgreSQL tries plans for the values at hand so often before it keeps one for all. */
const trialPlans = 5

test('PostgreSQL keeps the plan of the lookup: pages mostly have one message', async () => {
  await db.insert(users).values({ email: 'ann@a.example' })
  const { id } = await seedMailbox(db, 'ann@a.example')
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
