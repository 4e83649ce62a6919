import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTree, removeCopy } from './tree-copy.ts'
import type { TestRequest, TestResponse } from './test-host.ts'

const preload = new URL('../../scripts/end-with-parent.mjs', import.meta.url).href
const runLimitMs = 300_000
const stopGraceMs = 10_000

/** One copy of the tree with a Vitest of its own. Runs one request at a time. */
export type TestLane = {
  readFile(file: string): Promise<string>
  writeFile(file: string, text: string): Promise<void>
  /** `null` if the tests did not end in time. */
  runTests(tests: readonly string[]): Promise<TestResponse | null>
  close(): Promise<void>
}

export async function openLane(root: string): Promise<TestLane> {
  const folder = await copyTree(root)
  const changed = new Set<string>()
  let host: ChildProcess | null = null
  let isClosed = false

  async function ask(request: TestRequest): Promise<TestResponse | null> {
    host ??= startHost(folder)
    host.send(request)
    const response = await nextMessage(host, runLimitMs)
    if (response !== null) return response as TestResponse
    await stopHost(host, 'SIGKILL')
    host = null
    return null
  }

  return {
    readFile: (file) => readFile(join(folder, file), 'utf8'),
    writeFile(file, text) {
      changed.add(file)
      return writeFile(join(folder, file), text)
    },
    async runTests(tests) {
      const request: TestRequest = { tests, changed: [...changed] }
      changed.clear()
      try {
        return await ask(request)
      } catch (error) {
        // The run was cut off because we are about to exit. It has no result.
        if (isClosed) return new Promise<never>(() => {})
        throw error
      }
    },
    async close() {
      isClosed = true
      if (host) await stopHost(host, 'SIGTERM')
      await removeCopy(folder)
    },
  }
}

/** The host leads a process group, so that a worker in an endless loop can be ended with it. */
function startHost(folder: string): ChildProcess {
  return spawn(process.execPath, ['--import', preload, 'tools/mutants/test-host.ts'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

async function stopHost(host: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null || host.pid === undefined) return
  const exit = once(host, 'exit')
  const timer = setTimeout(() => process.kill(-Number(host.pid), 'SIGKILL'), stopGraceMs)
  if (signal === 'SIGTERM') host.kill(signal)
  else process.kill(-host.pid, signal)
  await exit
  clearTimeout(timer)
}

/** The next message of the host; `null` if it takes too long. */
function nextMessage(host: ChildProcess, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      host.off('message', succeed).off('exit', fail)
    }
    const succeed = (message: unknown) => {
      end()
      resolve(message)
    }
    const fail = () => {
      end()
      reject(new Error('Vitest ended in the copy of the tree.'))
    }
    const timer = setTimeout(() => succeed(null), limitMs)
    host.once('message', succeed).once('exit', fail)
  })
}
