import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { SystemUser } from '../embedded/system-user.ts'

export type TestServer = {
  readonly url: string
  readonly home: string
  /** The process that owns the server, for tests that kill it. */
  readonly process: ChildProcess
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('tethered-server.ts', import.meta.url))

/** Starts a server that stops when this process ends, even by SIGKILL. Not durable by default. */
export async function startTestServer({
  dataDir,
  systemUser,
  isDurable = false,
}: { dataDir?: string; systemUser?: SystemUser; isDurable?: boolean } = {}): Promise<TestServer> {
  const args = [
    ...(dataDir === undefined ? [] : ['--data-dir', dataDir]),
    ...(isDurable ? ['--durable'] : []),
  ]
  const owner = spawn(process.execPath, [program, ...args], {
    ...systemUser,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C reaches only us. The owner stops when its standard input is closed.
    detached: true,
  })
  const errorOutput = text(owner.stderr)
  const { value: line } = await createInterface({ input: owner.stdout })
    [Symbol.asyncIterator]()
    .next()
  if (line === undefined) throw new Error(await errorOutput)
  const { url, home } = JSON.parse(line as string) as { url: string; home: string }
  return {
    url,
    home,
    process: owner,
    async stop() {
      if (owner.exitCode !== null || owner.signalCode !== null) return
      owner.stdin.end()
      await once(owner, 'exit')
    },
  }
}
