import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive } from './is-alive.ts'

/** The main process of a running PostgreSQL server. */
export type Postmaster = { readonly pid: number; readonly port: number }

/** How long the server has to stop after each signal. */
const stopTimeoutMs = 6_000

/** The server that runs on this cluster, according to its lock file. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const lockFile = join(cluster, 'postmaster.pid')
  const lines = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid) return null
  if (await isPostmasterOf(pid, cluster)) return { pid, port }
  // A new server refuses to start while the pid in the lock file exists, even if the pid was reused
  // by an unrelated process, for example after a reboot. Removing the file is safe: if child
  // processes of the dead server still run, a new one finds their shared memory and fails, and we
  // retry.
  if (isAlive(pid)) await rm(lockFile, { force: true })
  return null
}

/** Fast shutdown first, which leaves nothing to recover; then immediate shutdown; then SIGKILL. */
export async function stopPostmaster({ pid }: Postmaster, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!(await isPostmasterOf(pid, cluster))) return
    process.kill(pid, signal)
    const deadline = Date.now() + stopTimeoutMs
    while (Date.now() < deadline && (await isPostmasterOf(pid, cluster))) await sleep(20)
  }
}

/** Process ids are reused and zombies keep theirs, so the command line is compared as well. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  const command = await loadCommandLine(pid)
  return command.includes(`-D ${cluster} `)
}

async function loadCommandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return args.replaceAll('\0', ' ')
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return await ps.then(
    ({ stdout }) => stdout,
    () => '',
  )
}
