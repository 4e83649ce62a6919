import { expect, test } from 'vitest'
import { screenMutated } from '../../testing/mutated-messages.ts'

test('each of two thousand mutated messages gets an outcome or is reported as unreadable', async () => {
  const seen = await screenMutated(2_000)
  expect([...seen.keys()].sort()).toEqual(['bad-message', 'keep'])
  expect(seen.get('keep')).toBeGreaterThan(1_600)
}, 120_000)
