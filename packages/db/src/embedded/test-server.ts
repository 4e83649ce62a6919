import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Account } from './account.ts'

export type TestServer = {
  readonly url: string
  readonly home: string
  /** The process that owns the server, for tests that kill it. */
  readonly process: ChildProcess
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('tethered-server.ts', import.meta.url))

/** Starts a server that ends with this process, however it ends; without durability, unless speed is the subject. */
export async function startTestServer({
  dataDir,
  account,
  isDurable = false,
}: { dataDir?: string; account?: Account; isDurable?: boolean } = {}): Promise<TestServer> {
  const args = [
    ...(dataDir === undefined ? [] : ['--data-dir', dataDir]),
    ...(isDurable ? ['--durable'] : []),
  ]
  const owner = spawn(process.execPath, [program, ...args], {
    ...account,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C is for us; the owner follows when its input ends.
    detached: true,
  })
  const complaints = text(owner.stderr)
  const { value: line } = await createInterface({ input: owner.stdout })
    [Symbol.asyncIterator]()
    .next()
  if (line === undefined) throw new Error(await complaints)
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
