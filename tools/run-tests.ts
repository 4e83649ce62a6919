import { readFile, rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runProgram, stopPrograms } from './run-program.ts'
import { allChecks, compilerChecks, quickChecks, runChecks } from './static-checks.ts'
import {
  listSlowFiles,
  tallyTests,
  toSummary,
  type Suite,
  type Tally,
  type TestReport,
} from './test-report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const reportFile = fileURLToPath(new URL('../node_modules/.test-report.json', import.meta.url))
const isQuick = process.argv.includes('--quick')
const isLong = process.argv.includes('--long')
const withImage = process.argv.includes('--image')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void stopEverything(128 + constants.signals[signal]))
process.once('disconnect', () => void stopEverything(1))

const suites: Suite[] = []
if (isLong) {
  await addSuite('compiler', () => runChecks(compilerChecks))
  await addSuite('thorough', () => runVitest(['thorough']))
  await addSuite('long', () => runVitest(['long']))
  await addSuite('long journeys', () => runVitest(['long-journeys']))
  await addSuite('mutants', tryMutants)
} else if (isQuick) {
  // In parallel, because each of them alone leaves a core idle at its end.
  await Promise.all([
    addSuite('static checks', () => runChecks(quickChecks)),
    addSuite('quick unit tests', () => runVitest(['quick'])),
  ])
} else {
  await addSuite('static checks', () => runChecks(allChecks))
  await addSuite('unit, hostile, db', () => runVitest(['unit', 'hostile', 'db']))
  await addSuite('journeys', () => runVitest(['journeys']))
  if (withImage) await addSuite('image', () => runVitest(['long'], 'system/image.long.test.ts'))
}
console.log(toSummary(suites))
process.exit(suites.every(({ failed }) => failed.length === 0) ? 0 : 1)

async function addSuite(name: string, run: () => Promise<Tally>): Promise<void> {
  const startedAt = performance.now()
  const tally = await run()
  suites.push({ ...tally, name, seconds: (performance.now() - startedAt) / 1_000 })
}

async function runVitest(
  projects: readonly string[],
  ...filesAndOptions: string[]
): Promise<Tally> {
  await rm(reportFile, { force: true })
  const { isGood } = await runProgram(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...filesAndOptions,
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ],
    { isShown: true },
  )
  const text = await readFile(reportFile, 'utf8').catch(() => '{ "testResults": [] }')
  const report = JSON.parse(text) as TestReport
  console.log(`Slowest files:\n  ${listSlowFiles(report, root, 8).join('\n  ')}\n`)
  return tallyTests(report, isGood)
}

/** Counts as one test. What survived is printed above the summary. */
async function tryMutants(): Promise<Tally> {
  const { isGood } = await runProgram(['tools/mutants/main.ts'], { isShown: true })
  return isGood
    ? { passed: 1, failed: [], skipped: 0 }
    : { passed: 0, failed: ['mutants'], skipped: 0 }
}

async function stopEverything(code: number): Promise<never> {
  await stopPrograms()
  process.exit(code)
}
