import { applyMutation } from './mutation.ts'
import type { NamedMutation } from './mutations.ts'
import type { TestLane } from './test-lane.ts'
import type { TestResponse } from './test-host.ts'

/**
 * - `killed`: a test noticed the mutant.
 * - `survived`: all tests passed.
 * - `invalid`: says nothing about the tests, because they fail without the mutant too, or because
 *   the mutant is not even code that runs.
 */
export type Outcome = {
  readonly result: 'killed' | 'survived' | 'invalid'
  readonly detail: string
}

type Batch = { readonly tests: readonly string[]; readonly mutations: readonly NamedMutation[] }

/** Tries all mutations, those with the same tests one after the other. */
export async function tryMutants(
  mutations: readonly NamedMutation[],
  lanes: readonly TestLane[],
  report: (mutation: NamedMutation, outcome: Outcome, seconds: number) => void,
): Promise<void> {
  const batches = toBatches(mutations)
  await Promise.all(
    lanes.map(async (lane) => {
      for (let batch = batches.shift(); batch; batch = batches.shift())
        await tryBatch(batch, lane, report)
    }),
  )
}

/** Quick tests first. */
function toBatches(mutations: readonly NamedMutation[]): Batch[] {
  const byTests = Map.groupBy(mutations, ({ tests }) => tests.join(' '))
  return [...byTests.values()]
    .map((same) => ({ tests: same[0]?.tests ?? [], mutations: same }))
    .toSorted((one, other) => countSlow(one) - countSlow(other))
}

function countSlow({ tests }: Batch): number {
  return tests.filter((test) => test.endsWith('.db.test.ts')).length
}

async function tryBatch(
  { tests, mutations }: Batch,
  lane: TestLane,
  report: (mutation: NamedMutation, outcome: Outcome, seconds: number) => void,
): Promise<void> {
  const problem = await findProblem(tests, lane)
  for (const mutation of mutations) {
    const startedAt = performance.now()
    const outcome = problem ?? (await tryMutant(mutation, lane))
    report(mutation, outcome, (performance.now() - startedAt) / 1_000)
  }
}

/** Tests that fail without a mutant prove nothing about one. */
async function findProblem(tests: readonly string[], lane: TestLane): Promise<Outcome | null> {
  const response = await lane.runTests(tests)
  const failure = response === null ? 'they did not end' : describeFailure(response)
  return failure === null
    ? null
    : { result: 'invalid', detail: `the tests fail without the mutant: ${failure}` }
}

async function tryMutant(mutation: NamedMutation, lane: TestLane): Promise<Outcome> {
  const { file, tests } = mutation
  let source: string
  try {
    source = await lane.readFile(file)
    await lane.writeFile(file, applyMutation(source, mutation))
  } catch (error) {
    return { result: 'invalid', detail: (error as Error).message }
  }
  try {
    return judgeRun(await lane.runTests(tests))
  } finally {
    await lane.writeFile(file, source)
  }
}

/** What a run of the tests says about the mutant. */
export function judgeRun(response: TestResponse | null): Outcome {
  if (response === null) return { result: 'killed', detail: 'the tests did not end' }
  const { passed, failures, problems } = response
  const isBrokenCode = (error: string) => /^(?:Reference|Syntax)Error/.test(error)
  // A test may well fail with a SyntaxError, for example of JSON. The mutant itself parses.
  const noticed = failures.find(({ error }) => !error.startsWith('ReferenceError'))
  if (noticed) return { result: 'killed', detail: noticed.test }
  const failure = describeFailure(response)
  if (failure === null) return { result: 'survived', detail: `${passed} tests passed` }
  // An assertion outside the tests, or an unhandled rejection after some of them.
  const isNoticed =
    problems.some((problem) => problem.startsWith('AssertionError')) ||
    (passed > 0 && failures.length === 0 && !problems.some(isBrokenCode))
  return { result: isNoticed ? 'killed' : 'invalid', detail: failure }
}

function describeFailure({ passed, failures, problems }: TestResponse): string | null {
  const [failure] = failures
  if (failure) return `${failure.test}: ${failure.error}`
  return problems[0] ?? (passed === 0 ? 'no test ran' : null)
}
