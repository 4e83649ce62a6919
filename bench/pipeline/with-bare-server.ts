import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Lets somebody ask a Fastify with nothing behind it, in a process of its own. */
export async function withBareServer<T>(act: (url: string) => Promise<T>): Promise<T> {
  const server = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), { execArgv: [] })
  try {
    const [url] = (await once(server, 'message')) as [string]
    return await act(url)
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}
