import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadCoreSeconds } from '../pipeline/core-seconds.ts'

export type Program = { readonly path: string; readonly env: NodeJS.ProcessEnv }

/**
 * The child ends with this process, because its IPC channel closes. It gets PATH and the
 * settings given here, and none of our other settings.
 */
export function start(
  { path, env }: Program,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): ChildProcess {
  return spawn(process.execPath, [path, ...args], {
    // oxlint-disable-next-line no-process-env -- programs of the system are found by PATH
    env: { PATH: process.env['PATH'], ...env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const startTimeoutMs = 300_000

/** Waits until the address answers, and returns the CPU seconds of the process until then. */
export async function loadSecondsUntilReady(
  child: ChildProcess,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const signal = AbortSignal.timeout(startTimeoutMs)
  while (!(await fetch(url, { headers, signal }).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`The process of ${url} ended`)
    await sleep(20, undefined, { signal })
  }
  return loadCoreSeconds(child.pid)
}

/** Resident memory; `NaN` on systems without /proc. */
export async function loadMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? NaN) / 1024
}

/** CPU seconds of a short command: what our ended children used after it, minus before. */
export async function loadCommandSeconds(
  program: Program,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<number> {
  const before = await loadChildSeconds()
  const child = start(program, args, settings)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`doorman ${args.join(' ')} ended with ${code}`)
  return (await loadChildSeconds()) - before
}

async function loadChildSeconds(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13] ?? NaN) + Number(fields[14] ?? NaN)) / 100
}
