import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive } from './whole-folder.ts'

/** The main process of a running PostgreSQL server. */
export type Postmaster = { readonly pid: number; readonly port: number }

const stopPatienceMs = 6_000

/** The server that runs on this cluster, as its own lock file names it. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const lockFile = join(cluster, 'postmaster.pid')
  const lines = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid) return null
  if (await isPostmasterOf(pid, cluster)) return { pid, port }
  // PostgreSQL removes the file of a dead server itself, but takes any process that inherited
  // the number for a live one. Orphans of the old server it would still find by their memory.
  if (isAlive(pid)) await rm(lockFile, { force: true })
  return null
}

/** Ends the server: politely, so that it leaves nothing to recover, then less so. */
export async function stopPostmaster({ pid }: Postmaster, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!(await isPostmasterOf(pid, cluster))) return
    process.kill(pid, signal)
    const deadline = Date.now() + stopPatienceMs
    while (Date.now() < deadline && (await isPostmasterOf(pid, cluster))) await sleep(20)
  }
}

/** Numbers of processes are reused and zombies linger, so the command line decides. */
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
