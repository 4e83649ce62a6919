import { once } from 'node:events'
import { createServer } from 'node:http'
import { isBearer } from './is-bearer.ts'
import type { Metrics } from './metrics.ts'

/** Serves the metrics of a worker, which has no other server. Answers nothing else. */
export async function serveMetrics(
  { registry }: Pick<Metrics, 'registry'>,
  { token, host, port }: { readonly token: string; readonly host: string; readonly port: number },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer(async ({ method, url, headers }, response) => {
    const isAllowed =
      method === 'GET' && url === '/metrics' && isBearer(headers.authorization, token)
    const text = isAllowed ? await registry.metrics() : 'Not found.\n'
    const type = isAllowed ? registry.contentType : 'text/plain'
    response.writeHead(isAllowed ? 200 : 404, { 'content-type': type }).end(text)
  })
  server.headersTimeout = 5_000
  server.requestTimeout = 10_000
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
