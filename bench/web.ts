import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadCoreSeconds } from './pipeline/core-seconds.ts'
import { openService, type Service } from './pipeline/service.ts'
import { withBareServer } from './pipeline/with-bare-server.ts'
import { quantile } from './screening/measure.ts'
import { printTable } from './screening/print-table.ts'

const warmUpRequests = 200
const requestsInARow = 100
/** Linux counts processor time in hundredths of a second, so this is exact to one per cent. */
const measuredCoreSeconds = 1
const articleTimeoutMs = 60_000

type Speed = {
  readonly cpuMs: number
  readonly medianMs: number
  readonly p95Ms: number
  readonly sentKb: number
}

/**
 * Measures each public page with one request at a time, from memory and rendered anew, compared with
 * a Fastify that does nothing.
 */
export async function benchWeb(): Promise<void> {
  const bare = await withBareServer((url, pid) => measurePage(url, pid))
  const service = await openService()
  try {
    const article = await publishArticles(service)
    const measure = (path: string) => measurePage(service.publicUrl + path, service.web.pid)
    const rows: string[][] = [['bare Fastify', ...toCells(bare, bare)]]
    for (const path of ['/', '/blog', article, '/privacy-policy', '/login', '/nothing-here']) {
      rows.push([path, ...toCells(await measure(path), bare)])
      // A page with a parameter that is none of a campaign is never kept.
      rows.push(['  rendered anew', ...toCells(await measure(`${path}?anew`), bare)])
    }
    printTable(['page', 'CPU ms', 'times bare', 'median ms', 'p95 ms', 'KB sent'], rows)
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

async function measurePage(url: string, pid: number | undefined): Promise<Speed> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let count = 0; count < warmUpRequests; count += 1) await request(url, agent)
  const times: number[] = []
  let sentBytes = 0
  const startedWith = await loadCoreSeconds(pid)
  let coreSeconds = 0
  while (coreSeconds < measuredCoreSeconds) {
    for (let count = 0; count < requestsInARow; count += 1) {
      const startedAt = performance.now()
      sentBytes = await request(url, agent)
      times.push(performance.now() - startedAt)
    }
    coreSeconds = (await loadCoreSeconds(pid)) - startedWith
    if (Number.isNaN(coreSeconds)) break
  }
  agent.destroy()
  return {
    cpuMs: (coreSeconds * 1000) / times.length,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    sentKb: sentBytes / 1024,
  }
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

function toCells({ cpuMs, medianMs, p95Ms, sentKb }: Speed, bare: Speed): string[] {
  return [
    cpuMs.toFixed(2),
    (cpuMs / bare.cpuMs).toFixed(1),
    medianMs.toFixed(2),
    p95Ms.toFixed(2),
    sentKb.toFixed(1),
  ]
}
