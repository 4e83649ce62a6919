import { parseOptions } from '../commands/parse-options.ts'
import type { Terminal } from '../exported-mail/terminal/terminal.ts'
import { UsageError } from '../commands/usage-error.ts'
import { runChecks } from './run-checks.ts'
import type { Probes } from './probes/probes.ts'
import { isBroken, toJson, toText } from './report.ts'
import type { Settings } from './settings.ts'

/** Reports what is configured, what is missing and which services answer. Returns the exit code. */
export async function runDoctor(
  args: string[],
  terminal: Terminal,
  settings: Settings,
  probes: Probes,
): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    json: { type: 'boolean', default: false },
  })
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals[0]}`)
  const findings = await runChecks(settings, probes)
  const report = values.json ? toJson(findings, settings.isDemo) : toText(findings, terminal)
  await new Promise((resolve) => terminal.stdout.write(report, resolve))
  return isBroken(findings) ? 1 : 0
}
