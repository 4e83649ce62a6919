import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type EventReader = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Waits for the text, and returns what came before it. Throws if the stream ends first. */
  waitFor(text: string): Promise<string>
  /** Waits until the server ends the stream, and returns the rest. */
  untilEnd(): Promise<string>
  close(): void
}

/** Opens the live updates over HTTP, on a connection of its own. */
export async function openEvents(
  app: FastifyInstance,
  cookie: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // always an AddressInfo for a TCP server
  const request = get({
    port,
    path: '/api/live-updates',
    headers: { ...headers, ...(cookie && { cookie }) },
    agent: false,
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]()
  let received = ''
  /** Whether there was more. */
  async function receive(): Promise<boolean> {
    const { value, done } = await chunks.next()
    if (!done) received += String(value)
    return !done
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    async waitFor(text) {
      while (!received.includes(text))
        if (!(await receive())) throw new Error(`The stream ended without ${JSON.stringify(text)}`)
      const at = received.indexOf(text)
      const before = received.slice(0, at)
      received = received.slice(at + text.length)
      return before
    },
    async untilEnd() {
      while (await receive()) continue
      return received
    },
    close: () => request.destroy(),
  }
}
