import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { applyMutation, type Mutation } from './mutation.ts'
import { mutations } from './mutations.ts'
import { judgeRun } from './try-mutants.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const example: Mutation = {
  guarantee: 'the door is shut',
  file: 'door.ts',
  original: 'shut()',
  mutated: '',
  tests: ['door.test.ts'],
}

test('a mutation replaces its text and leaves the rest alone', () => {
  expect(applyMutation('open()\nshut()\nlock()', example)).toBe('open()\n\nlock()')
})

test('text with dollar signs is replaced literally', () => {
  expect(applyMutation('shut()', { ...example, mutated: '$&$1' })).toBe('$&$1')
})

test.each([
  ['is gone', 'open()'],
  ['occurs twice', 'shut()\nshut()'],
])('a mutation whose text %s is refused', (_case, source) => {
  expect(() => applyMutation(source, example)).toThrow('times instead of once')
})

test('a mutation that changes nothing is refused', () => {
  expect(() => applyMutation('shut()', { ...example, mutated: 'shut()' })).toThrow('nothing')
})

test('every mutation of the list still applies, and the mutant parses', () => {
  const sources = new Map<string, string>()
  const read = (file: string) => sources.get(file) ?? readFileSync(`${root}${file}`, 'utf8')
  const stale = mutations.flatMap((mutation) => {
    try {
      const source = read(mutation.file)
      sources.set(mutation.file, source)
      const { errors } = parseSync(mutation.file, applyMutation(source, mutation))
      return errors.map(({ message }) => `${mutation.name}: ${message}`)
    } catch (error) {
      return [`${mutation.name} (${mutation.file}): ${(error as Error).message}`]
    }
  })
  expect(stale).toEqual([])
})

test('every mutation names test files that exist', () => {
  const files = new Set(mutations.flatMap(({ tests }) => tests))
  expect([...files].filter((file) => !existsSync(`${root}${file}`))).toEqual([])
})

test('no two mutations have the same name or the same change', () => {
  const names = mutations.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
  const changes = mutations.map(({ file, original, mutated }) => `${file}\n${original}\n${mutated}`)
  expect(changes.filter((change, index) => changes.indexOf(change) < index)).toEqual([])
})

const failure = { test: 'keeps the door shut', error: 'AssertionError: expected open to be shut' }
test.each([
  ['killed', { passed: 3, failures: [failure], problems: [] }],
  ['killed', { passed: 3, failures: [], problems: ['Error: unhandled rejection'] }],
  ['killed', { passed: 0, failures: [], problems: ['AssertionError: expected open to be shut'] }],
  ['killed', null],
  ['survived', { passed: 3, failures: [], problems: [] }],
  ['invalid', { passed: 0, failures: [], problems: ['SyntaxError: no such export'] }],
  ['invalid', { passed: 0, failures: [], problems: [] }],
  ['invalid', { passed: 3, failures: [{ ...failure, error: 'ReferenceError: x' }], problems: [] }],
] as const)('a mutant is %s (%#)', (result, response) => {
  expect(judgeRun(response).result).toBe(result)
})
