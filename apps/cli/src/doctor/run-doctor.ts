import { parseOptions } from '../parse-options.ts'
import type { Terminal } from '../screening/terminal.ts'
import { UsageError } from '../usage-error.ts'
import { examine } from './checks.ts'
import type { Probes } from './probes.ts'
import { isBroken, toJson, toText } from './report.ts'
import type { Settings } from './settings.ts'

/** Says what is set, what is missing and what answers. Gives the exit code. */
export async function runDoctor(
  args: string[],
  terminal: Terminal,
  settings: Settings,
  probes: Probes,
): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    json: { type: 'boolean', default: false },
  })
  if (positionals.length > 0) throw new UsageError(`What is ${positionals[0]}?`)
  const findings = await examine(settings, probes)
  const report = values.json ? toJson(findings, settings.isDemo) : toText(findings, terminal)
  await new Promise((resolve) => terminal.stdout.write(report, resolve))
  return isBroken(findings) ? 1 : 0
}
