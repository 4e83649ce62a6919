import { readFile, rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runProgram, stopPrograms } from './run-program.ts'
import { allChecks, quickChecks, runChecks } from './static-checks.ts'
import { addTallies, tallyTests, toSummary, type Tally, type TestReport } from './test-report.ts'

const reportFile = fileURLToPath(new URL('../node_modules/.test-report.json', import.meta.url))
const isQuick = process.argv.includes('--quick')
const isLong = process.argv.includes('--long')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void stopEverything(128 + constants.signals[signal]))
process.once('disconnect', () => void stopEverything(1))

const tallies = isLong ? [] : [await runChecks(isQuick ? quickChecks : allChecks)]
if (isLong) tallies.push(await runVitest(['long']))
else if (isQuick) tallies.push(await runVitest(['unit']))
else tallies.push(await runVitest(['unit', 'hostile', 'db']), await runVitest(['journeys']))

const total = addTallies(tallies)
console.log(toSummary(total))
process.exit(total.failed.length === 0 ? 0 : 1)

async function runVitest(projects: readonly string[]): Promise<Tally> {
  await rm(reportFile, { force: true })
  const { isGood } = await runProgram(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ],
    { isShown: true },
  )
  const report = await readFile(reportFile, 'utf8').catch(() => '{ "testResults": [] }')
  return tallyTests(JSON.parse(report) as TestReport, isGood)
}

async function stopEverything(code: number): Promise<never> {
  await stopPrograms()
  process.exit(code)
}
