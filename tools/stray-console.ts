import { format } from 'node:util'
import { afterEach, expect } from 'vitest'

/** What code under test writes to the console unasked. It fails the test. */
let strays: string[] = []

for (const level of ['error', 'warn'] as const)
  console[level] = (...parts: unknown[]) => void strays.push(`${level}: ${format(...parts)}`)

afterEach(() => {
  const surprises = strays
  strays = []
  expect(surprises, 'nothing unexpected on the console').toEqual([])
})
