import { expect, test } from 'vitest'
import { listSlowFiles, tallyTests, toSummary } from './test-report.ts'

const passed = { status: 'passed', fullName: 'it works' }
const times = { startTime: 0, endTime: 1_000 }

test('tests are counted by how they ended, and failed ones are named with their reason', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        ...times,
        assertionResults: [passed, { ...passed, status: 'pending' }],
      },
      {
        name: 'b.test.ts',
        status: 'failed',
        ...times,
        assertionResults: [
          {
            ...passed,
            status: 'failed',
            failureMessages: ['Error: it broke\n    at a.ts', 'more'],
          },
          { ...passed, status: 'todo' },
        ],
      },
    ],
  } as const
  expect(tallyTests(report, false)).toEqual({
    passed: 1,
    failed: ['b.test.ts: it works\n    Error: it broke\n        at a.ts'],
    skipped: 2,
    retried: [],
  })
})

test('a test that passed on its second try is named with the reason of the first', () => {
  const retried = { ...passed, failureMessages: ['Error: too slow'] }
  const report = {
    testResults: [
      { name: 'a.ts', status: 'passed', ...times, assertionResults: [retried, passed] },
    ],
  } as const
  const tally = tallyTests(report, true)
  expect(tally).toMatchObject({ passed: 2, failed: [], skipped: 0 })
  expect(toSummary([{ ...tally, name: 'journeys', seconds: 3 }])).toBe(
    'journeys: 3 s\npassed on the second try: a.ts: it works\n    Error: too slow\n2 passed, 0 failed',
  )
})

test('a file that does not load is a failure', () => {
  const report = {
    testResults: [{ name: 'a.test.ts', status: 'failed', ...times, assertionResults: [passed] }],
  } as const
  expect(tallyTests(report, false)).toMatchObject({ passed: 1, failed: ['a.test.ts'], skipped: 0 })
})

test('a run that fails although every test passed is a failure', () => {
  const report = {
    testResults: [{ name: 'a.test.ts', status: 'passed', ...times, assertionResults: [passed] }],
  } as const
  expect(tallyTests(report, false)).toMatchObject({
    passed: 1,
    failed: ['the run itself, outside its files'],
    skipped: 0,
  })
})

test('the slowest files are listed first, relative to the repository', () => {
  const file = (name: string, endTime: number) =>
    ({ name, status: 'passed', startTime: 500, endTime, assertionResults: [] }) as const
  const report = {
    testResults: [file('/repo/a.test.ts', 700), file('/repo/b.test.ts', 3_500), file('c.ts', 900)],
  }
  expect(listSlowFiles(report, '/repo/', 2)).toEqual(['3.0 s b.test.ts', '0.4 s c.ts'])
})

test('the summary gives each suite’s time, names failures, and ends with the counts', () => {
  const one = { name: 'unit', seconds: 12.4, passed: 1, failed: [], skipped: 0 }
  const two = { ...one, name: 'journeys', seconds: 99.6 }
  expect(toSummary([one, two])).toBe('unit: 12 s\njourneys: 100 s\n2 passed, 0 failed')
  expect(toSummary([{ ...one, skipped: 3 }])).toBe('unit: 12 s\n3 skipped\n1 passed, 0 failed')
  expect(toSummary([{ ...one, failed: ['lint'] }])).toBe(
    'unit: 12 s\nfailed: lint\n1 passed, 1 failed',
  )
})
