/** How one suite ended, with the names of what failed and of what passed only on the second try. */
export type Tally = {
  readonly passed: number
  readonly failed: readonly string[]
  readonly skipped: number
  readonly retried?: readonly string[]
}

export type Suite = Tally & { readonly name: string; readonly seconds: number }

/** The part of vitest's JSON report that we read. */
export type TestReport = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: 'passed' | 'failed'
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly TestResult[]
  }[]
}

type TestResult = {
  readonly status: string
  readonly fullName: string
  /** For a test that passed on a retry: the messages of its failed tries. */
  readonly failureMessages?: readonly string[]
}

/**
 * A file that fails outside its tests counts as one failure, and so does a run that fails although
 * every file passed.
 */
export function tallyTests({ testResults }: TestReport, isGood: boolean): Tally {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const own = assertionResults.filter((result) => result.status === 'failed')
    if (own.length > 0) return own.map((result) => explain(name, result))
    return status === 'failed' ? [name] : []
  })
  const retried = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
      .map((result) => explain(name, result)),
  )
  const failedTests = tests.filter(({ status }) => status === 'failed').length
  return {
    passed,
    failed: failed.length === 0 && !isGood ? ['the run itself, outside its files'] : failed,
    skipped: tests.length - passed - failedTests,
    retried,
  }
}

/** A test's name with the start of its failure's message, indented. CI shows only the end of the output. */
function explain(file: string, { fullName, failureMessages }: TestResult): string {
  const lines = failureMessages?.[0]?.split('\n').slice(0, 12) ?? []
  return [`${file}: ${fullName}`, ...lines.map((line) => `    ${line.slice(0, 300)}`)].join('\n')
}

/** The files that took longest, longest first: `12.3 s e2e/pages.e2e.ts`. */
export function listSlowFiles(
  { testResults }: TestReport,
  root: string,
  count: number,
): readonly string[] {
  return testResults
    .map(({ name, startTime, endTime }) => ({
      name: name.startsWith(root) ? name.slice(root.length) : name,
      seconds: (endTime - startTime) / 1_000,
    }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1)} s ${name}`)
}

/** The summary of a test run. CI parses the last line, which holds only the counts. */
export function toSummary(suites: readonly Suite[]): string {
  const sum = (key: 'passed' | 'skipped') => suites.reduce((total, suite) => total + suite[key], 0)
  const failed = suites.flatMap((suite) => suite.failed)
  const skipped = sum('skipped')
  return [
    ...suites.map(({ name, seconds }) => `${name}: ${seconds.toFixed(0)} s`),
    ...suites.flatMap(({ retried = [] }) =>
      retried.map((name) => `passed on the second try: ${name}`),
    ),
    ...failed.map((name) => `failed: ${name}`),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    `${sum('passed')} passed, ${failed.length} failed`,
  ].join('\n')
}
