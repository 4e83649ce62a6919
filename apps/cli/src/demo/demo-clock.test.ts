import { hourMs } from '@doorman/domain/time'
import { VirtualClock } from '@doorman/simulators/world/clock'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDemoClock } from './demo-clock.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'doorman-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Rounded, because real time passes during a test. `Math.round` can return -0, not 0. */
const toHoursAhead = (now: Date) => Math.floor((now.getTime() - Date.now()) / hourMs + 0.5)

test('time that has passed stays passed after a restart', async () => {
  const folder = makeFolder()
  const clock = await openDemoClock(folder)
  expect(toHoursAhead(clock.now())).toBe(0)
  const simulators = new VirtualClock(clock.now())
  await clock.advance(12 * hourMs, simulators)
  await clock.advance(12 * hourMs, simulators)
  expect(toHoursAhead(clock.now())).toBe(24)
  expect(toHoursAhead(simulators.now())).toBe(24)
  expect(toHoursAhead((await openDemoClock(folder)).now())).toBe(24)
})

test('during an advance, the product has the same time as the simulators', async () => {
  const clock = await openDemoClock(makeFolder())
  const simulators = new VirtualClock(clock.now())
  const seen: number[] = []
  // The product refuses webhook events that were signed long ago, or in the future.
  simulators.after(5 * hourMs, () => void seen.push(toHoursAhead(clock.now())))
  await clock.advance(12 * hourMs, simulators)
  expect(seen).toEqual([5])
})

test('a damaged file means that no time has passed', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'demo-clock'), '12 hours')
  expect(toHoursAhead((await openDemoClock(folder)).now())).toBe(0)
})
