import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

let strays: string[] = []
let expected: (string | RegExp)[] = []

/** Says that this test provokes a warning or an error on the console, and which. */
export function expectConsole(message: string | RegExp): void {
  expected.push(message)
}

for (const level of ['error', 'warn'] as const)
  console[level] = (...parts: unknown[]) => void strays.push(`${level}: ${format(...parts)}`)

beforeEach(() => {
  expected = []
})

afterEach(() => {
  const surprises = strays.filter((line) => !expected.some((message) => matches(line, message)))
  strays = []
  if (surprises.length > 0) throw new Error(`Unexpected on the console: ${surprises.join('\n')}`)
})

function matches(line: string, message: string | RegExp): boolean {
  return typeof message === 'string' ? line.includes(message) : message.test(line)
}
