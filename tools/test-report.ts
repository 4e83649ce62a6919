export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** The part of vitest's JSON report that we read. */
export type TestReport = {
  readonly testResults: readonly {
    readonly status: 'passed' | 'failed'
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** A file that fails outside its tests, and a run that fails outside its files, count as one failure. */
export function countTests(report: TestReport, isGood: boolean): Counts {
  const statuses = report.testResults.flatMap(({ status, assertionResults }) => {
    const own = assertionResults.map((result) => result.status)
    return status === 'failed' && !own.includes('failed') ? [...own, 'failed'] : own
  })
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = statuses.filter((status) => status === 'failed').length
  return {
    passed,
    failed: failed === 0 && !isGood ? 1 : failed,
    skipped: statuses.length - passed - failed,
  }
}

export function addCounts(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** The end of a test run. Its last line stands alone, for whoever reads nothing else. */
export function toSummary({ passed, failed, skipped }: Counts): string {
  const summary = `${passed} passed, ${failed} failed`
  return skipped === 0 ? summary : `${skipped} skipped\n${summary}`
}
