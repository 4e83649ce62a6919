import { expect, test } from 'vitest'
import { addCounts, countTests, toSummary } from './test-report.ts'

test('tests are counted by how they ended', () => {
  const report = {
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'pending' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'todo' }] },
    ],
  } as const
  expect(countTests(report, false)).toEqual({ passed: 1, failed: 1, skipped: 2 })
})

test('a file that does not even load is a failure', () => {
  const report = { testResults: [{ status: 'failed', assertionResults: [] }] } as const
  expect(countTests(report, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a run that fails although every test passed is a failure', () => {
  const report = {
    testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
  } as const
  expect(countTests(report, false)).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('the summary names skipped tests only where there are some', () => {
  const one = { passed: 1, failed: 0, skipped: 0 }
  expect(toSummary(addCounts([one, one]))).toBe('2 passed, 0 failed')
  expect(toSummary(addCounts([one, { ...one, skipped: 3 }]))).toBe('3 skipped\n2 passed, 0 failed')
})
