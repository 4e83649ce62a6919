import type { Judgement } from '@doorman/classifier/judge-message'
import { screenMessage, type Judge } from './screen-message.ts'
import { listMailFiles, type MailFile } from './reading/mail-files.ts'
import { openMailFile } from './reading/open-mail-file.ts'
import type { Problem } from './reading/problem.ts'
import { createProgressBar } from './terminal/progress-bar.ts'
import { readMessages, type ExportedMessage } from './reading/read-messages.ts'
import { sanitise } from './terminal/terminal-text.ts'
import type { StopReason, Terminal } from './terminal/terminal.ts'

export type Run = {
  readonly messages: number
  readonly bad: number
  readonly lostFiles: number
  readonly seconds: number
  readonly stopped: StopReason | null
}

/**
 * Judges every message of the files in order. A message or file that can't be read or judged is
 * reported on standard error, and the run continues.
 */
export async function runOverMessages(
  names: readonly string[],
  {
    terminal,
    judge,
    onJudged,
  }: {
    readonly terminal: Terminal
    readonly judge: Judge
    readonly onJudged: (exported: ExportedMessage, judgement: Judgement) => Promise<void>
  },
): Promise<Run> {
  const { stdin, stdout, stderr, now } = terminal
  const { signal } = terminal.stop
  const startedAt = now()
  const counts = { messages: 0, bad: 0, lostFiles: 0 }
  const files = listMailFiles(names, terminal.folder)
  const bar = createProgressBar(terminal, sizeOf(files))

  function report({ kind, where, why }: Problem): void {
    if (kind === 'lost-file') counts.lostFiles++
    else counts.bad++
    bar.hide()
    stderr.write(`${sanitise(`${where} ${why}`)}\n`)
  }

  async function judgeOne(exported: ExportedMessage): Promise<void> {
    const judgement = await tryToJudge(exported, judge)
    if ('why' in judgement) return report(judgement)
    counts.messages++
    if (stdout.isTTY) bar.hide()
    await onJudged(exported, judgement)
    bar.tick(counts.messages)
  }

  async function judgeFile(file: MailFile): Promise<void> {
    const chunks = openMailFile(file, { stdin, signal, onRead: bar.addBytes })
    for await (const item of readMessages(file, chunks)) {
      if (signal.aborted) return
      if (item.kind === 'message') await judgeOne(item.exported)
      else report(item)
    }
  }

  try {
    for (const file of files) {
      if (signal.aborted) break
      if ('why' in file) report(file)
      else await judgeFile(file)
    }
  } catch (error) {
    // A stop aborts the read or write in progress, which then throws.
    if (!signal.aborted) throw error
  }
  bar.hide()
  return {
    ...counts,
    seconds: (now() - startedAt) / 1000,
    stopped: signal.aborted ? (signal.reason as StopReason) : null,
  }
}

function sizeOf(files: readonly (MailFile | Problem)[]): number {
  return files.reduce((sum, file) => sum + ('sizeBytes' in file ? file.sizeBytes : 0), 0)
}

/** One message that makes the judge throw does not end the run. */
async function tryToJudge(exported: ExportedMessage, judge: Judge): Promise<Judgement | Problem> {
  try {
    return await screenMessage(exported, judge)
  } catch (error) {
    const name = error instanceof Error ? error.name : 'error'
    return { kind: 'bad-message', where: exported.where, why: `could not be judged (${name})` }
  }
}

/** 0 if at least one message was judged and every file was read. */
export function toExitCode({ stopped, messages, lostFiles }: Run): number {
  if (stopped === 'interrupted') return 130
  if (stopped === 'unread') return 0
  return messages === 0 || lostFiles > 0 ? 1 : 0
}

/** The line printed after the last message. */
export function toSummary(
  { messages, bad, lostFiles, seconds, stopped }: Run,
  outcomes: Readonly<Record<string, number>>,
): string {
  const counts = Object.entries({ ...outcomes, bad }).map(([name, number]) => `${number} ${name}`)
  if (lostFiles > 0) counts.push(`${count(lostFiles, 'file')} not read`)
  const perSecond = Math.round(messages / Math.max(seconds, 0.001))
  const start = stopped === null ? '' : 'Interrupted: '
  return `${start}${count(messages, 'message')} in ${seconds.toFixed(1)} s, ${perSecond} a second: ${counts.join(', ')}`
}

function count(number: number, thing: string): string {
  return number === 1 ? `1 ${thing}` : `${number} ${thing}s`
}
