import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** Serves a simulator on a real loopback connection. */
export async function serveOverHttp(answer: (request: Request) => Promise<Response>) {
  const server = createServer((incoming, response) => {
    void toRequest(incoming)
      .then(answer)
      .then(async ({ status, headers, body }) => {
        response.writeHead(status, Object.fromEntries(headers))
        if (!body) return response.end()
        // Fails if the client closes the connection, as it does when a response is too large.
        return pipeline(Readable.from(body), response).catch(() => response.destroy())
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const passedOn = ['authorization', 'content-type', 'prefer']

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  const body = await text(incoming)
  return new Request(new URL(url, 'http://simulator.test'), {
    method,
    headers: passedOn.flatMap((name): [string, string][] =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    ),
    ...(body !== '' && { body }),
  })
}
