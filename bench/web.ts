import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openService, type Service } from './pipeline/service.ts'
import { withBareServer } from './pipeline/with-bare-server.ts'
import { quantile } from './screening/measure.ts'
import { printTable } from './screening/print-table.ts'

const warmUpRequests = 100
const measuredRequests = 300
const articleTimeoutMs = 60_000

type Speed = { readonly medianMs: number; readonly p95Ms: number; readonly sentKb: number }

/**
 * Measures each public page with one request at a time, compared with a Fastify that does nothing.
 */
export async function benchWeb(): Promise<void> {
  const bare = await withBareServer(measurePage)
  const service = await openService()
  try {
    const pages = ['/', '/blog', await publishArticles(service), '/privacy-policy', '/login']
    const rows: string[][] = [['bare Fastify', ...toCells(bare, bare)]]
    for (const path of [...pages, '/nothing-here'])
      rows.push([path, ...toCells(await measurePage(service.publicUrl + path), bare)])
    printTable(['page', 'median ms', 'p95 ms', 'KB sent', 'times bare'], rows)
  } finally {
    await service.stop()
  }
}

/**
 * A worker imports the articles. It is then stopped, because painting covers would use the
 * processor.
 */
async function publishArticles({ publicUrl, startWorker }: Service): Promise<string> {
  const worker = startWorker()
  const signal = AbortSignal.timeout(articleTimeoutMs)
  for (;;) {
    const response = await fetch(`${publicUrl}/api/blog/posts?limit=1`)
    const [newest] = (await response.json()) as { slug: string }[]
    if (newest) {
      worker.kill('SIGTERM')
      await once(worker, 'exit')
      return `/blog/${newest.slug}`
    }
    await sleep(200, undefined, { signal })
  }
}

async function measurePage(url: string): Promise<Speed> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let sentBytes = 0
  for (let count = 0; count < warmUpRequests + measuredRequests; count += 1) {
    const startedAt = performance.now()
    sentBytes = await request(url, agent)
    if (count >= warmUpRequests) times.push(performance.now() - startedAt)
  }
  agent.destroy()
  return { medianMs: quantile(times, 0.5), p95Ms: quantile(times, 0.95), sentKb: sentBytes / 1024 }
}

/** Returns the size of the response as sent, that is compressed. */
async function request(url: string, agent: Agent): Promise<number> {
  const sent = get(url, { agent, headers: { 'accept-encoding': 'br' } })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let bytes = 0
  response.on('data', (chunk: Buffer) => (bytes += chunk.length))
  await once(response, 'end')
  return bytes
}

function toCells({ medianMs, p95Ms, sentKb }: Speed, bare: Speed): string[] {
  return [
    medianMs.toFixed(2),
    p95Ms.toFixed(2),
    sentKb.toFixed(1),
    (medianMs / bare.medianMs).toFixed(1),
  ]
}
