import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Node keeps what it compiled here. Tests start dozens of processes, which load the same modules. */
const compileCache = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const preload = new URL('../scripts/end-with-parent.mjs', import.meta.url).href
const running = new Set<ChildProcess>()

export type ProgramOptions = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly isShown?: boolean
}
export type Ending = { readonly isGood: boolean; readonly output: string }

/**
 * Runs a Node program of this repository until it exits. If this process ends, even by SIGKILL, the
 * program ends too. Its output is collected or, with `isShown`, printed as it comes.
 */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { cwd = '.', env = {}, isShown = false }: ProgramOptions = {},
): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const out = isShown ? 'inherit' : 'pipe'
    const child = spawn(process.execPath, ['--import', preload, `${root}${program}`, ...args], {
      cwd: `${root}${cwd}`,
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
      stdio: ['ignore', out, out, 'ipc'],
    })
    running.add(child)
    let output = ''
    const listen = (chunk: Buffer) => (output += chunk.toString())
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('error', reject)
    child.on('close', (code) => {
      running.delete(child)
      resolve({ isGood: code === 0, output })
    })
  })
}

export async function stopPrograms(): Promise<void> {
  const endings = [...running].map(
    (child) => new Promise<void>((resolve) => child.once('close', () => resolve())),
  )
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(endings)
}
