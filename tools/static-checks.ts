import { runProgram } from './run-program.ts'
import type { Counts } from './test-report.ts'

type Command = { readonly run: readonly [string, ...string[]]; readonly cwd?: string }
type Check = { readonly name: string; readonly commands: readonly Command[] }

const tsc = 'node_modules/typescript/bin/tsc'
const makeRouteTypes: Command = {
  run: ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
  cwd: 'apps/web',
}

/** The slow ones first, so that two cores are done at about the same time. */
export const quickChecks: readonly Check[] = [
  { name: 'lint', commands: [{ run: ['node_modules/oxlint/bin/oxlint', '--type-aware'] }] },
  { name: 'types', commands: [{ run: [tsc, '-p', 'tsconfig.json'] }] },
  {
    name: 'types of the web app',
    commands: [makeRouteTypes, { run: [tsc, '-p', 'apps/web'] }],
  },
  { name: 'types of domain', commands: [{ run: [tsc, '-p', 'packages/domain'] }] },
  { name: 'types of the local model', commands: [{ run: [tsc, '-p', 'packages/classifier'] }] },
  { name: 'types of contract', commands: [{ run: [tsc, '-p', 'packages/contract'] }] },
  { name: 'format', commands: [{ run: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'] }] },
]

export const allChecks: readonly Check[] = [
  { name: 'dead code', commands: [makeRouteTypes, { run: ['node_modules/knip/bin/knip.js'] }] },
  ...quickChecks,
]

/** Runs every check, two at a time, and shows what the failing ones have to say. */
export async function runChecks(checks: readonly Check[]): Promise<Counts> {
  const waiting = [...checks]
  const results: boolean[] = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      results.push(await runCheck(check))
  }
  await Promise.all([work(), work()])
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed, skipped: 0 }
}

async function runCheck({ name, commands }: Check): Promise<boolean> {
  const startedAt = performance.now()
  const toLine = (mark: string) =>
    ` ${mark} ${name} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  for (const { run, cwd = '.' } of commands) {
    const { isGood, output } = await runProgram(run, { cwd })
    if (isGood) continue
    console.log(`${toLine('✗')}\n${output.trimEnd()}\n`)
    return false
  }
  console.log(toLine('✓'))
  return true
}
