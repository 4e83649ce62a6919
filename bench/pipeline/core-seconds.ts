import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100

/** What a process has taken of the machine's cores so far; `NaN` where only Linux could tell. */
export async function loadCoreSeconds({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may hold anything; user and system time are 12th and 13th after it.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((user ?? NaN) + (system ?? NaN)) / ticksPerSecond
}
