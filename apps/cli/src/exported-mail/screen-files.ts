import { parseOptions } from '../commands/parse-options.ts'
import { UsageError } from '../commands/usage-error.ts'
import { toScreening, type Judge } from './screen-message.ts'
import { runOverMessages, toExitCode, toSummary } from './run-over-messages.ts'
import { createTable } from './terminal/table.ts'
import { writeLine, type Terminal } from './terminal/terminal.ts'

/** Prints for every message in the files what Doorman would do and why. Returns the exit code. */
export async function screenFiles(
  args: string[],
  terminal: Terminal,
  judge: Judge,
): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    json: { type: 'boolean', default: false },
  })
  if (positionals.length === 0) throw new UsageError('Which files?')
  const table = values.json ? null : createTable(terminal)
  const outcomes = { filtered: 0, kept: 0, skipped: 0 }

  const run = await runOverMessages(positionals, {
    terminal,
    judge,
    async onJudged(exported, judgement) {
      const screening = toScreening(exported.id, judgement)
      const isFirst = Object.values(outcomes).every((count) => count === 0)
      if (screening.skipped !== null) outcomes.skipped++
      else if (screening.outcome === 'filter') outcomes.filtered++
      else outcomes.kept++
      if (table && isFirst) await writeLine(terminal, table.head)
      await writeLine(
        terminal,
        table ? table.toRow(exported, screening) : JSON.stringify(screening),
      )
    },
  })
  if (run.stopped !== 'unread') terminal.stderr.write(`${toSummary(run, outcomes)}\n`)
  return toExitCode(run)
}
