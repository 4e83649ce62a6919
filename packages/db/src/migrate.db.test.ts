import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createTestDatabase } from './test-db.ts'

test('F12: a database that is up to date stays as it is, however many ask at once', async () => {
  const url = await createTestDatabase()
  expect(await Promise.all([migrate(url), migrate(url), migrate(url)])).toEqual([[], [], []])
})
