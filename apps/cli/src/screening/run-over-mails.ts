import { judgeMail, type Judge, type Judged } from './judge-mail.ts'
import { listMailFiles, type MailFile } from './mail-files.ts'
import { openMailFile } from './open-mail-file.ts'
import type { Problem } from './problem.ts'
import { createProgressBar } from './progress-bar.ts'
import { readMails, type IncomingMail } from './read-mails.ts'
import { toHarmless } from './terminal-text.ts'
import type { StopReason, Terminal } from './terminal.ts'

export type Run = {
  readonly messages: number
  readonly bad: number
  readonly lostFiles: number
  readonly seconds: number
  readonly stopped: StopReason | null
}

/**
 * Judges every mail of the files, one after the other. What cannot be read or
 * judged is told on standard error and costs nothing else.
 */
export async function runOverMails(
  names: readonly string[],
  {
    terminal,
    judge,
    onJudged,
  }: {
    readonly terminal: Terminal
    readonly judge: Judge
    readonly onJudged: (mail: IncomingMail, judged: Judged) => Promise<void>
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
    stderr.write(`${toHarmless(`${where} ${why}`)}\n`)
  }

  async function takeMail(mail: IncomingMail): Promise<void> {
    const judged = tryToJudge(mail, judge)
    if ('why' in judged) return report(judged)
    counts.messages++
    if (stdout.isTTY) bar.hide()
    await onJudged(mail, judged)
    bar.tick(counts.messages)
  }

  async function takeFile(file: MailFile): Promise<void> {
    const chunks = openMailFile(file, { stdin, signal, onRead: bar.addBytes })
    for await (const item of readMails(file, chunks)) {
      if (signal.aborted) return
      if (item.kind === 'mail') await takeMail(item.mail)
      else report(item)
    }
  }

  try {
    for (const file of files) {
      if (signal.aborted) break
      if ('why' in file) report(file)
      else await takeFile(file)
    }
  } catch (error) {
    // Stopping breaks off whatever was being read or written.
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

/** A mail that breaks the judge must not cost the verdict on all the others. */
function tryToJudge(mail: IncomingMail, judge: Judge): Judged | Problem {
  try {
    return judgeMail(mail, judge)
  } catch (error) {
    const name = error instanceof Error ? error.name : 'error'
    return { kind: 'bad-message', where: mail.where, why: `could not be judged (${name})` }
  }
}

/** What the shell is told: 0 when there was something to judge and nothing is missing. */
export function toExitCode({ stopped, messages, lostFiles }: Run): number {
  if (stopped === 'interrupted') return 130
  if (stopped === 'unread') return 0
  return messages === 0 || lostFiles > 0 ? 1 : 0
}

/** One line for people, after the last mail. */
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
