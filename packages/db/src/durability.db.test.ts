import { expect, test } from 'vitest'
import { findUnsafeSettings } from './durability.ts'
import { createTestDatabase } from './testing/test-db.ts'

test('settings that risk committed data are found', async () => {
  expect(await findUnsafeSettings(await createTestDatabase())).toEqual([
    'fsync',
    'full_page_writes',
    'synchronous_commit',
  ])
})
