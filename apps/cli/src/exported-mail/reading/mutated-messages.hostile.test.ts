import { expect, test } from 'vitest'
import { screenMutated } from '../../testing/mutated-messages.ts'

test('each of five hundred mutated messages gets an outcome or is reported as unreadable', async () => {
  const seen = await screenMutated(500)
  expect([...seen.keys()].sort()).toEqual(['bad-message', 'keep'])
  expect(seen.get('keep')).toBeGreaterThan(400)
}, 120_000)
