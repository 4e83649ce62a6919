import { freemem } from 'node:os'
import { runProgram, type ProgramOptions } from './run-program.ts'
import type { Tally } from './test-report.ts'

type Command = Pick<ProgramOptions, 'cwd' | 'env'> & {
  readonly run: readonly [string, ...string[]]
}
type Check = { readonly name: string; readonly commands: readonly Command[] }

/** Several checks read the generated types at the same time, so they are generated first. */
const routeTypes: Check = {
  name: 'types of routes',
  commands: [{ run: ['node_modules/@react-router/dev/bin.cjs', 'typegen'], cwd: 'apps/web' }],
}

/** The linter needs 3.3 GB without garbage collection, and other checks and tests run with it. */
const minFreeBytes = 6 * 2 ** 30
const freeBytes = Math.min(process.availableMemory(), freemem())
/**
 * Linter and compiler are Go programs, and collecting garbage takes a quarter of their processor time.
 * If there is enough memory, they collect none until they use four gigabytes.
 */
const goEnv = freeBytes >= minFreeBytes ? { GOGC: 'off', GOMEMLIMIT: '4GiB' } : {}

/**
 * Slowest first, so that two cores finish at about the same time. The linter needs the types of every
 * file anyway, so it also reports what the compiler would, each file by the nearest `tsconfig.json`
 * that includes it. A separate compiler run would do the same work twice.
 */
export const quickChecks: readonly Check[] = [
  {
    name: 'lint and types',
    commands: [
      { run: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check'], env: goEnv },
    ],
  },
  {
    name: 'format',
    commands: [{ run: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'] }],
  },
]

export const allChecks: readonly Check[] = [
  { name: 'dead code', commands: [{ run: ['node_modules/knip/bin/knip.js'] }] },
  ...quickChecks,
]

/** What the linter says about types must be what the compiler says. */
export const compilerChecks: readonly Check[] = [
  'tsconfig.json',
  'apps/web',
  'packages/domain',
  'packages/classifier',
  'packages/contract',
  'packages/mail-text',
].map((project) => ({
  name: `compiler: ${project}`,
  commands: [{ run: ['node_modules/typescript/bin/tsc', '-p', project], env: goEnv }],
}))

/** Runs every check, two at a time, and prints the output of those that fail. */
export async function runChecks(checks: readonly Check[]): Promise<Tally> {
  const waiting = [...checks]
  const results = new Map([[routeTypes.name, await runCheck(routeTypes)]])
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      results.set(check.name, await runCheck(check))
  }
  await Promise.all([work(), work()])
  const failed = [...results.keys()].filter((name) => !results.get(name))
  return { passed: results.size - failed.length, failed, skipped: 0 }
}

async function runCheck({ name, commands }: Check): Promise<boolean> {
  const startedAt = performance.now()
  const toLine = (mark: string) =>
    ` ${mark} ${name} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  for (const { run, ...options } of commands) {
    const { isGood, output } = await runProgram(run, options)
    if (isGood) continue
    console.log(`${toLine('✗')}\n${output.trimEnd()}\n`)
    return false
  }
  console.log(toLine('✓'))
  return true
}
