import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { mutations, type NamedMutation } from './mutations.ts'
import { openLane, type TestLane } from './test-lane.ts'
import { tryMutants, type Outcome } from './try-mutants.ts'

// npm run test:mutants -- [part of a name, of a file or of a test file]... [--list]
const root = fileURLToPath(new URL('../..', import.meta.url))
const args = process.argv.slice(2)
const words = args.filter((arg) => !arg.startsWith('--'))
const chosen = mutations.filter(({ name, file, tests }) => {
  const text = [name, file, ...tests].join(' ').toLowerCase()
  return words.every((word) => text.includes(word.toLowerCase()))
})

if (args.includes('--list')) {
  for (const { name, file } of chosen) console.log(`${name}  (${file})`)
  console.log(`${chosen.length} mutations`)
} else if (chosen.length === 0) {
  console.error('No mutation has this in its name or files. --list shows them all.')
  process.exit(1)
} else await run()

async function run(): Promise<never> {
  const lanes: TestLane[] = []
  const stop = async (code: number): Promise<never> => {
    await Promise.all(lanes.map((lane) => lane.close()))
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stop(128 + constants.signals[signal]))

  // Two, because a run often waits for PostgreSQL or for a timer.
  for (let count = Math.min(2, chosen.length); count > 0; count -= 1)
    lanes.push(await openLane(root))
  const startedAt = performance.now()
  const outcomes = new Map<NamedMutation, Outcome>()
  await tryMutants(chosen, lanes, (mutation, outcome, seconds) => {
    outcomes.set(mutation, outcome)
    console.log(
      `${`${outcomes.size}/${chosen.length}`.padEnd(8)} ${outcome.result.padEnd(8)} ${seconds.toFixed(0).padStart(3)} s  ${mutation.name}${outcome.result === 'killed' ? '' : ` (${outcome.detail})`}`,
    )
  })
  console.log(toSummary(outcomes, (performance.now() - startedAt) / 1_000))
  return stop([...outcomes.values()].every(({ result }) => result === 'killed') ? 0 : 1)
}

function toSummary(outcomes: ReadonlyMap<NamedMutation, Outcome>, seconds: number): string {
  const noteworthy = [...outcomes].filter(([, { result }]) => result !== 'killed')
  const count = (wanted: Outcome['result']) =>
    [...outcomes.values()].filter(({ result }) => result === wanted).length
  return [
    '',
    ...noteworthy.flatMap(([{ name, file, original, mutated, tests }, { result, detail }]) => [
      `${result}: ${name}`,
      `  ${file}, tried with ${tests.join(', ')} (${detail})`,
      ...original.split('\n').map((line) => `  - ${line}`),
      ...mutated.split('\n').map((line) => `  + ${line}`),
      '',
    ]),
    `${count('killed')} killed, ${count('survived')} survived, ${count('invalid')} invalid (${seconds.toFixed(0)} s)`,
  ].join('\n')
}
