import { readdir, readFile } from 'node:fs/promises'

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** The processor time of a process so far; `NaN` on systems without /proc. */
export async function loadCoreSeconds(pid: number | undefined): Promise<number> {
  const { ownTicks } = await loadTimes(String(pid))
  return ownTicks / ticksPerSecond
}

/** The same for a process with its children, including children that have ended. */
export async function loadFamilyCoreSeconds(pid: number): Promise<number> {
  const entries = await readdir('/proc').catch(() => [])
  const all = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map(loadTimes))
  const children = all.filter(({ parentPid }) => parentPid === pid)
  const { ownTicks, endedTicks } = await loadTimes(String(pid))
  const ticks = children.reduce((sum, child) => sum + child.ownTicks, ownTicks + endedTicks)
  return ticks / ticksPerSecond
}

export async function loadParentPid(pid: number | undefined): Promise<number> {
  return (await loadTimes(String(pid))).parentPid
}

async function loadTimes(pid: string) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The process name in brackets may contain spaces, so fields are counted from after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const sum = (first: number) => Number(fields[first] ?? NaN) + Number(fields[first + 1] ?? NaN)
  return { parentPid: Number(fields[1]), ownTicks: sum(11), endedTicks: sum(13) }
}
