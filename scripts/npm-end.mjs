import { readFileSync } from 'node:fs'

/**
 * Calls `callback` when the npm process that started us is gone. npm starts us through a shell that does
 * not pass signals on, and npm itself may be killed with SIGKILL.
 *
 * @param {() => void} callback
 */
export function whenNpmEnds(callback) {
  if (!process.env.npm_lifecycle_event) return
  const before = readCallers()
  const timer = setInterval(() => {
    if (readCallers() === before) return
    clearInterval(timer)
    callback()
  }, 500)
  timer.unref()
}

/** Our parent's process id and, on Linux when the parent is npm's shell, the shell's parent. */
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
