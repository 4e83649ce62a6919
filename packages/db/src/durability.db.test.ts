import { expect, test } from 'vitest'
import { findUnsafeSettings } from './durability.ts'
import { createTestDatabase } from './test-db.ts'

test('R10: a database that could lose what it promised is recognised', async () => {
  expect(await findUnsafeSettings(await createTestDatabase())).toEqual([
    'fsync',
    'full_page_writes',
    'synchronous_commit',
  ])
})
