import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

export type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Where a command reads and writes, and when it has to stop. */
export type Terminal = {
  readonly stdin: Readable
  readonly stdout: Screen
  readonly stderr: Screen
  /** Relative paths start here. */
  readonly folder: string
  readonly hasColours: boolean
  readonly stop: AbortController
  /** Milliseconds from any start. */
  readonly now: () => number
}

/** Why a command ended before its input did: somebody pressed Ctrl+C, or nobody reads what it writes (`| head`). */
export type StopReason = 'interrupted' | 'unread'

export function openTerminal(env: NodeJS.ProcessEnv): Terminal {
  const { stdin, stdout, stderr } = process
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort('interrupted' satisfies StopReason))
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    stop.abort('unread' satisfies StopReason)
  })
  return {
    stdin,
    stdout,
    stderr,
    // npm runs us in the project's folder, and remembers where it was called.
    folder: env.INIT_CWD ?? process.cwd(),
    hasColours: stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb',
    stop,
    now: () => performance.now(),
  }
}

/** Waits while the reader is slow, so that lines do not pile up here. */
export async function writeLine({ stdout, stop }: Terminal, line: string): Promise<void> {
  if (!stdout.write(`${line}\n`)) await once(stdout, 'drain', { signal: stop.signal })
}
