import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/test-db'
import { providers } from '@doorman/domain/mailbox'
import { expect, test } from 'vitest'
import { liveByChance } from './fake-chance.ts'
import { openDemo } from './fake-demo.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const seeds = Array.from({ length: 30 }, (_, index) => index)

test.each(providers.flatMap((provider) => seeds.map((seed) => ({ provider, seed }))))(
  'I1, I2, I3, I5, I6, I8, I9: $provider, whatever happens in whatever order (seed $seed)',
  { timeout: 120_000 },
  async ({ provider, seed }) => {
    demo.expectError('job-failed')
    const letters = await liveByChance(demo, { provider, seed, steps: 60 })
    expect(letters).toBeGreaterThan(5)
  },
)
