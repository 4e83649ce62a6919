import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/test-db'
import { providers } from '@doorman/domain/mailbox'
import { expect, test } from 'vitest'
import { liveByChance } from './fake-chance.ts'
import { openDemo } from './fake-demo.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })

test.each(providers)(
  'I1, I2, I3, I5, I6, I8, I9: %s, whatever happens in whatever order',
  { timeout: 60_000 },
  async (provider) => {
    demo.expectError('job-failed')
    const letters = await liveByChance(demo, { provider, seed: 112, steps: 60 })
    expect(letters).toBeGreaterThan(5)
  },
)
