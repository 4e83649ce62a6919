import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadCoreSeconds } from './pipeline/core-seconds.ts'
import { openService, type Service } from './pipeline/service.ts'
import { withBareServer } from './pipeline/with-bare-server.ts'
import { quantile } from './screening/measure.ts'
import { printTable } from './screening/print-table.ts'

/** V8 is still optimising the code that answers from memory during roughly the first ten thousand. */
const warmUpRequests = 10_000
/** For pages that are rendered: they take long, and their ratio is large anyway. */
const renderWarmUpRequests = 200
const requestsInARow = 100
/** Half a second gave results that differed by a third from run to run. */
const measuredCoreSeconds = 1.5
const articleTimeoutMs = 60_000

type Target = { readonly url: string; readonly pid: number | undefined }

type Speed = {
  readonly cpuMs: number
  readonly medianMs: number
  readonly p95Ms: number
}

type Page = {
  readonly path: string
  /** As sent, that is compressed. */
  readonly bytes: number
  readonly kept: Speed | undefined
  readonly bare: Speed | undefined
}

/**
 * Measures each public page with one request at a time, from memory and rendered anew, compared with
 * a bare Fastify server that sends the same number of bytes. The two take turns, so that a busy machine
 * slows both down. No page is rendered in bulk before all are measured from memory, because that makes
 * V8 give up some of what it has optimised.
 */
export async function benchWeb(): Promise<void> {
  const service = await openService()
  try {
    const article = await publishArticles(service)
    await withBareServer(async (bareUrl, barePid) => {
      const pages: Page[] = []
      for (const path of ['/', '/blog', article, '/privacy-policy', '/login', '/nothing-here']) {
        const page = { url: service.publicUrl + path, pid: service.web.pid }
        await request(page.url)
        // After this time the page has its final compression.
        await sleep(1_000)
        const bytes = await request(page.url)
        const bareTarget = { url: `${bareUrl}/bytes/${bytes}`, pid: barePid }
        const [kept, bare] = await measure([page, bareTarget], warmUpRequests)
        pages.push({ path, bytes, kept, bare })
      }
      const rows: string[][] = []
      for (const { path, bytes, kept, bare } of pages) {
        // Any parameter that isn't a campaign's keeps the page out of the cache.
        const anew = { url: `${service.publicUrl}${path}?anew`, pid: service.web.pid }
        const [rendered] = await measure([anew], renderWarmUpRequests)
        const toRow = (name: string, speed: Speed | undefined) => [
          name,
          ...toCells(speed, bare),
          (bytes / 1024).toFixed(1),
        ]
        rows.push(
          toRow(path, kept),
          toRow('  rendered anew', rendered),
          toRow('  bare Fastify', bare),
        )
      }
      printTable(['page', 'CPU ms', 'times bare', 'median ms', 'p95 ms', 'KB sent'], rows)
    })
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

/** Sends some requests to each target in turn, until each has used enough processor time. */
async function measure(targets: readonly Target[], warmUps: number): Promise<Speed[]> {
  const agents = targets.map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const times: number[][] = targets.map(() => [])
  const takeTurns = async () => {
    for (const [index, { url }] of targets.entries())
      for (let count = 0; count < requestsInARow; count += 1) {
        const startedAt = performance.now()
        await request(url, agents[index])
        times[index]?.push(performance.now() - startedAt)
      }
  }
  const loadAll = () => Promise.all(targets.map(({ pid }) => loadCoreSeconds(pid)))

  for (let count = 0; count < warmUps; count += requestsInARow) await takeTurns()
  for (const list of times) list.length = 0
  const before = await loadAll()
  let used: number[]
  do {
    await takeTurns()
    const now = await loadAll()
    used = now.map((seconds, index) => seconds - (before[index] ?? NaN))
  } while (Math.min(...used) < measuredCoreSeconds)
  for (const agent of agents) agent.destroy()
  return times.map((ms, index) => ({
    cpuMs: ((used[index] ?? NaN) * 1000) / ms.length,
    medianMs: quantile(ms, 0.5),
    p95Ms: quantile(ms, 0.95),
  }))
}

/** Returns the size of the response as sent, that is compressed. */
async function request(url: string, agent?: Agent): Promise<number> {
  const sent = get(url, { ...(agent && { agent }), headers: { 'accept-encoding': 'br' } })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let bytes = 0
  response.on('data', (chunk: Buffer) => (bytes += chunk.length))
  await once(response, 'end')
  return bytes
}

function toCells(speed: Speed | undefined, bare: Speed | undefined): string[] {
  const { cpuMs = NaN, medianMs = NaN, p95Ms = NaN } = speed ?? {}
  return [
    cpuMs.toFixed(2),
    (cpuMs / (bare?.cpuMs ?? NaN)).toFixed(1),
    medianMs.toFixed(2),
    p95Ms.toFixed(2),
  ]
}
