import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openService, type Service } from './pipeline/service.ts'
import { withBareServer } from './pipeline/with-bare-server.ts'
import { quantile } from './screening/measure.ts'
import { printTable } from './screening/print-table.ts'

const warmUps = 100
const asked = 300
const patienceMs = 60_000

type Speed = { readonly medianMs: number; readonly p95Ms: number; readonly sentKb: number }

/** How long the server takes for each public page, one visitor at a time, beside a Fastify that does nothing. */
export async function benchWeb(): Promise<void> {
  const bare = await withBareServer(measurePage)
  const service = await openService()
  try {
    const pages = ['/', '/blog', await publishArticles(service), '/privacy-policy', '/login']
    const rows: string[][] = [['a bare Fastify answer', ...toCells(bare, bare)]]
    for (const path of [...pages, '/nothing-here'])
      rows.push([path, ...toCells(await measurePage(service.publicUrl + path), bare)])
    printTable(['page', 'median ms', 'p95 ms', 'KB sent', 'bare answers'], rows)
  } finally {
    await service.stop()
  }
}

/** Workers bring the articles. Once they are there they may rest, for painting covers takes the machine. */
async function publishArticles({ publicUrl, startWorker }: Service): Promise<string> {
  const worker = startWorker()
  const signal = AbortSignal.timeout(patienceMs)
  for (;;) {
    const answer = await fetch(`${publicUrl}/api/blog/posts?limit=1`)
    const [newest] = (await answer.json()) as { slug: string }[]
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
  let sent = 0
  for (let count = 0; count < warmUps + asked; count += 1) {
    const startedAt = performance.now()
    sent = await ask(url, agent)
    if (count >= warmUps) times.push(performance.now() - startedAt)
  }
  agent.destroy()
  return { medianMs: quantile(times, 0.5), p95Ms: quantile(times, 0.95), sentKb: sent / 1024 }
}

/** The bytes of the answer, as they travel. */
async function ask(url: string, agent: Agent): Promise<number> {
  const request = get(url, { agent, headers: { 'accept-encoding': 'br' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
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
