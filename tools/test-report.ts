/** How a run ended: what failed is called by its name. */
export type Tally = {
  readonly passed: number
  readonly failed: readonly string[]
  readonly skipped: number
}

/** The part of vitest's JSON report that we read. */
export type TestReport = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: 'passed' | 'failed'
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** A file that fails outside its tests, and a run that fails outside its files, count as one failure. */
export function tallyTests({ testResults }: TestReport, isGood: boolean): Tally {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const own = assertionResults.filter((result) => result.status === 'failed')
    if (own.length > 0) return own.map(({ fullName }) => `${name}: ${fullName}`)
    return status === 'failed' ? [name] : []
  })
  const failedTests = tests.filter(({ status }) => status === 'failed').length
  return {
    passed,
    failed: failed.length === 0 && !isGood ? ['the run itself, outside its files'] : failed,
    skipped: tests.length - passed - failedTests,
  }
}

export function addTallies(all: readonly Tally[]): Tally {
  const sum = (key: 'passed' | 'skipped') => all.reduce((total, tally) => total + tally[key], 0)
  return {
    passed: sum('passed'),
    failed: all.flatMap(({ failed }) => failed),
    skipped: sum('skipped'),
  }
}

/** The end of a test run. Its last line stands alone, for whoever reads nothing else. */
export function toSummary({ passed, failed, skipped }: Tally): string {
  return [
    ...failed.map((name) => `failed: ${name}`),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    `${passed} passed, ${failed.length} failed`,
  ].join('\n')
}
