import { expect, test } from 'vitest'
import { addTallies, tallyTests, toSummary } from './test-report.ts'

const passed = { status: 'passed', fullName: 'it works' }

test('tests are counted by how they ended, and those that failed are named', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        assertionResults: [passed, { ...passed, status: 'pending' }],
      },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { ...passed, status: 'failed' },
          { ...passed, status: 'todo' },
        ],
      },
    ],
  } as const
  expect(tallyTests(report, false)).toEqual({
    passed: 1,
    failed: ['b.test.ts: it works'],
    skipped: 2,
  })
})

test('a file that does not even load is a failure', () => {
  const report = {
    testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [passed] }],
  } as const
  expect(tallyTests(report, false)).toEqual({ passed: 1, failed: ['a.test.ts'], skipped: 0 })
})

test('a run that fails although every test passed is a failure', () => {
  const report = {
    testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [passed] }],
  } as const
  expect(tallyTests(report, false)).toEqual({
    passed: 1,
    failed: ['the run itself, outside its files'],
    skipped: 0,
  })
})

test('the summary names what failed, and skipped tests only where there are some', () => {
  const one = { passed: 1, failed: [], skipped: 0 }
  expect(toSummary(addTallies([one, one]))).toBe('2 passed, 0 failed')
  expect(toSummary(addTallies([one, { ...one, skipped: 3 }]))).toBe('3 skipped\n2 passed, 0 failed')
  expect(toSummary(addTallies([one, { ...one, failed: ['lint'] }]))).toBe(
    'failed: lint\n2 passed, 1 failed',
  )
})
