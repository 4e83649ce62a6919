import { demoSignIns } from '@doorman/cli/demo/seed-demo'
import { findFreePort } from '@doorman/cli/product/find-free-port'
import { startProduct } from '@doorman/cli/product/start-product'
import { Undo } from '@doorman/cli/product/undo'
import { loadConfig } from '@doorman/runtime/config/config'
import { createLogger } from '@doorman/runtime/logger'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findExcesses, type FormFactor, type Measurement, type Side } from './lighthouse/budgets.ts'
import { installLighthouse, measurePage } from './lighthouse/measure-page.ts'
import { printTable } from './screening/print-table.ts'

const formFactors: readonly FormFactor[] = ['mobile', 'desktop']
/** Shared cores make the performance score vary, so the best of a few runs counts. */
const maxRuns = 3
const articleTimeoutMs = 60_000

type Page = { readonly side: Side; readonly path: string }

/**
 * Runs Lighthouse on the demo, and fails if a page exceeds its budgets. Measures all pages, or only
 * those of the given paths.
 */
export async function benchLighthouse(paths: readonly string[] = []): Promise<void> {
  const chromium = process.env['CHROMIUM_PATH']
  if (!chromium) throw new Error('Lighthouse needs Chromium: install it, or set CHROMIUM_PATH.')
  await installLighthouse()
  const folder = await mkdtemp(join(tmpdir(), 'doorman-lighthouse-'))
  const undo = new Undo()
  try {
    const config = loadConfig({ PORT: String(await findFreePort()), DATA_DIR: folder })
    await startProduct(config, createLogger('error'), undo, { isDev: false, hasHistory: true })
    const { publicUrl } = config.http
    const all: Page[] = [
      { side: 'public', path: '/' },
      { side: 'public', path: '/blog' },
      { side: 'public', path: await findArticle(publicUrl) },
      { side: 'public', path: '/login' },
      { side: 'app', path: '/dashboard' },
      { side: 'app', path: '/filtered-emails' },
    ]
    const pages = all.filter(({ path }) => paths.length === 0 || paths.includes(path))
    if (pages.length === 0)
      throw new Error(`Choose from: ${all.map(({ path }) => path).join(', ')}`)
    const cookie = await signIn(publicUrl)
    const measure = ({ side, path }: Page, formFactor: FormFactor) =>
      measurePage({
        url: publicUrl + path,
        formFactor,
        cookie: side === 'app' ? cookie : undefined,
        chromium,
        reportFile: join(folder, 'report.json'),
      })
    await compare(pages, measure)
  } finally {
    await undo.run()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(
  pages: readonly Page[],
  measure: (page: Page, formFactor: FormFactor) => Promise<Measurement>,
): Promise<void> {
  const rows: string[][] = []
  const excesses: string[] = []
  for (const page of pages)
    for (const formFactor of formFactors) {
      const best = await measureBest(page.side, () => measure(page, formFactor))
      const row = [`${page.path} ${formFactor}`, ...toCells(best)]
      // Printed row by row, because a whole pass takes minutes.
      console.log(row.join('  '))
      rows.push(row)
      for (const excess of findExcesses(page.side, best))
        excesses.push(`${page.path} ${formFactor}: ${excess}`)
    }
  printTable(['page', 'perf', 'a11y', 'best', 'SEO', 'LCP s', 'CLS', 'TBT ms', 'KB'], rows)
  for (const excess of excesses) console.error(excess)
  if (excesses.length > 0) process.exitCode = 1
}

/** Stops at the first run within the budgets. */
async function measureBest(side: Side, measure: () => Promise<Measurement>): Promise<Measurement> {
  let best = await measure()
  for (let run = 1; run < maxRuns && findExcesses(side, best).length > 0; run += 1) {
    const next = await measure()
    if (next.performance > best.performance) best = next
  }
  return best
}

async function signIn(publicUrl: string): Promise<string> {
  const [{ email, password }] = demoSignIns
  const response = await fetch(`${publicUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`The sign-in failed with ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The product publishes its articles some seconds after the start. */
async function findArticle(publicUrl: string): Promise<string> {
  const signal = AbortSignal.timeout(articleTimeoutMs)
  for (;;) {
    const response = await fetch(`${publicUrl}/api/blog/posts?limit=1`)
    const [newest] = (await response.json()) as { slug: string }[]
    if (newest) return `/blog/${newest.slug}`
    await sleep(200, undefined, { signal })
  }
}

function toCells(measured: Measurement): string[] {
  return [
    String(measured.performance),
    String(measured.accessibility),
    String(measured.bestPractices),
    String(measured.seo),
    (measured.lcpMs / 1_000).toFixed(1),
    measured.cls.toFixed(3),
    String(Math.round(measured.tbtMs)),
    String(Math.round(measured.kilobytes)),
  ]
}
