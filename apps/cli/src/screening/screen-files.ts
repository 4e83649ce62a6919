import { parseOptions } from '../parse-options.ts'
import { UsageError } from '../usage-error.ts'
import { toScreening, type Judge } from './judge-mail.ts'
import { runOverMails, toExitCode, toSummary } from './run-over-mails.ts'
import { createTable } from './table.ts'
import { writeLine, type Terminal } from './terminal.ts'

/** Says of every mail in the files what would become of it, and why. Gives the exit code. */
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

  const run = await runOverMails(positionals, {
    terminal,
    judge,
    async onJudged(mail, judged) {
      const screening = toScreening(mail.id, judged)
      const isFirst = Object.values(outcomes).every((count) => count === 0)
      if (screening.skipped !== null) outcomes.skipped++
      else if (screening.outcome === 'filter') outcomes.filtered++
      else outcomes.kept++
      if (table && isFirst) await writeLine(terminal, table.head)
      await writeLine(terminal, table ? table.toRow(mail, screening) : JSON.stringify(screening))
    },
  })
  if (run.stopped !== 'unread') terminal.stderr.write(`${toSummary(run, outcomes)}\n`)
  return toExitCode(run)
}
