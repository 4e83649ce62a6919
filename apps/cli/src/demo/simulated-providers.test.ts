import { VirtualClock } from '@doorman/simulators/world/clock'
import { expect, test } from 'vitest'
import { simulateProviders } from './simulated-providers.ts'

test('after a restart, accounts are those of the same people', () => {
  const start = (time: string) =>
    simulateProviders('http://localhost:3000', {
      clock: new VirtualClock(new Date(time)),
    }).world.mailboxes.map(({ owner }) => owner)
  expect(start('2026-11-18T09:00:00Z')).toEqual(start('2026-11-17T09:00:00Z'))
})
