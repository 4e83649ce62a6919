import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Runs the bare Fastify server in its own process while `measure` runs. */
export async function withBareServer<T>(
  measure: (url: string, pid: number | undefined) => Promise<T>,
): Promise<T> {
  const server = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), { execArgv: [] })
  try {
    const [url] = (await once(server, 'message')) as [string]
    return await measure(url, server.pid)
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}
