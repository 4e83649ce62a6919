import { join } from 'node:path'
import { createVitest, type TestCase, type TestModule } from 'vitest/node'

/** Runs some test files of the tree that this process was started in. */
export type TestRequest = {
  readonly tests: readonly string[]
  /** The files that have changed since the last request. */
  readonly changed: readonly string[]
}

export type TestResponse = {
  readonly passed: number
  readonly failures: readonly { readonly test: string; readonly error: string }[]
  /** What went wrong outside the tests, such as an import that failed. */
  readonly problems: readonly string[]
}

// A long-lived Vitest: it keeps its PostgreSQL and its transformed modules from one mutant to the
// next. Each run has new worker processes, so no state of a mutant survives.
const root = process.cwd()
const vitest = await createVitest({
  root,
  watch: false,
  bail: 1,
  reporters: [{}],
  project: ['unit', 'hostile', 'db'],
})
await vitest.standalone()

process.on('message', (request: TestRequest) => {
  void answer(request).then(
    (response) => process.send?.(response),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.once('SIGTERM', () => void vitest.close().finally(() => process.exit(0)))
// The preload lets a process end although the channel is open. This one waits for requests.
process.channel?.ref()

async function answer({ tests, changed }: TestRequest): Promise<TestResponse> {
  for (const file of changed) vitest.invalidateFile(join(root, file))
  const wanted = new Set(tests.map((test) => join(root, test)))
  const found = await vitest.globTestSpecifications([...tests])
  const specifications = found.filter(({ moduleId }) => wanted.has(moduleId))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const modules = testModules.filter(({ moduleId }) => wanted.has(moduleId))
  const cases = modules.flatMap((module) => [...module.children.allTests()])
  const missing = tests.length - specifications.length
  return {
    passed: cases.filter((test) => test.result().state === 'passed').length,
    failures: cases.flatMap(toFailure),
    problems: [
      ...(missing === 0 ? [] : [`${missing} of the test files were not found`]),
      ...modules.flatMap(listProblems),
      ...unhandledErrors.map(toText),
    ],
  }
}

function toFailure(test: TestCase): TestResponse['failures'] {
  const result = test.result()
  if (result.state !== 'failed') return []
  return [{ test: test.fullName, error: result.errors.map(toText).join(' ') }]
}

function listProblems(module: TestModule): readonly string[] {
  const suites = [...module.children.allSuites()]
  return [module, ...suites].flatMap((suite) => suite.errors().map(toText))
}

function toText(error: unknown): string {
  const { name = 'Error', message = '' } = error as { name?: string; message?: string }
  return `${name}: ${message}`
}
