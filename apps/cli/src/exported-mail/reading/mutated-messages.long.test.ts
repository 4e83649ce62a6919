import { expect, test } from 'vitest'
import { screenMutated } from '../../testing/mutated-messages.ts'

test('each of a hundred thousand mutated messages gets an outcome or is reported as unreadable', async () => {
  const seen = await screenMutated(100_000)
  expect([...seen.keys()].sort()).toEqual(['bad-message', 'keep'])
  expect(seen.get('keep')).toBeGreaterThan(80_000)
})
