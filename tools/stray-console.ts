import { format } from 'node:util'
import { afterEach, expect } from 'vitest'

/** Errors and warnings that the code under test printed. Any of them fails the test. */
let strays: string[] = []

for (const level of ['error', 'warn'] as const)
  console[level] = (...parts: unknown[]) => void strays.push(`${level}: ${format(...parts)}`)

afterEach(() => {
  const printed = strays
  strays = []
  expect(printed, 'the console stays empty').toEqual([])
})
