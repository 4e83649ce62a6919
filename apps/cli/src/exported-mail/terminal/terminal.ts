import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** A command's input, outputs, working folder and stop signal. */
export type Terminal = {
  readonly stdin: Readable
  readonly stdout: Screen
  readonly stderr: Screen
  /** Relative paths start here. */
  readonly folder: string
  readonly hasColours: boolean
  readonly stop: AbortController
  /** Milliseconds since an arbitrary start. */
  readonly now: () => number
}

/** Why a command stops early: Ctrl+C, or its output pipe was closed (`| head`). */
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
    // npm runs scripts in the project's folder; INIT_CWD is where it was called.
    folder: env.INIT_CWD ?? process.cwd(),
    hasColours: stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb',
    stop,
    now: () => performance.now(),
  }
}

/**
 * Writes a line and waits for a slow reader, so that lines don't pile up in memory (backpressure).
 */
export async function writeLine({ stdout, stop }: Terminal, line: string): Promise<void> {
  if (!stdout.write(`${line}\n`)) await once(stdout, 'drain', { signal: stop.signal })
}
