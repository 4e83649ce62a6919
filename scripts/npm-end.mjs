import { readFileSync } from 'node:fs'

/**
 * Acts when the npm that called us is gone. npm calls through a shell, which
 * keeps signals to itself, and npm may also be killed without a word.
 *
 * @param {() => void} act
 */
export function whenNpmEnds(act) {
  if (!process.env.npm_lifecycle_event) return
  const before = readCallers()
  const timer = setInterval(() => {
    if (readCallers() === before) return
    clearInterval(timer)
    act()
  }, 500)
  timer.unref()
}

/** Our parent and, where that is npm's shell and Linux tells, the parent of that. */
function readCallers() {
  const parent = process.ppid
  if (process.platform !== 'linux') return `${parent}`
  try {
    const isShell = readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes('up.mjs')
    const status = readFileSync(`/proc/${parent}/status`, 'utf8')
    return isShell ? `${parent} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}` : `${parent}`
  } catch {
    return 'gone'
  }
}
