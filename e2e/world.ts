import { readLibrary } from '@doorman/cli/read-library'
import { startProduct, type Product } from '@doorman/cli/start-product'
import { Undo } from '@doorman/cli/undo'
import { openDb } from '@doorman/db/client'
import { rateLimits, settings } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/test-db'
import { loadConfig } from '@doorman/runtime/config'
import { createLogger } from '@doorman/runtime/logger'
import { importArticles } from '@doorman/services/blog/import-articles'
import type { Article } from '@doorman/services/blog/parse-article'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { findFreePort } from '@doorman/cli/find-free-port'
import type { Provider } from './connect.ts'

export const password = 'correct horse battery'

/** The whole product on a database of its own, and a browser in front of it. */
export type World = {
  readonly url: string
  readonly browser: Browser
  /** Makes a user past the forms and signs this browser in; says who it is. */
  signIn(context: BrowserContext): Promise<string>
  /** The link in the newest mail of this kind to somebody, once it has come. */
  linkIn(subject: string, to: string): Promise<string>
  /** Gives somebody a trial who has connected nothing. */
  startTrial(email: string): Promise<void>
  /** Adds articles to the blog, with covers or, which is quicker, without. */
  publish(articles: readonly Article[], options?: { isPainted: boolean }): Promise<void>
  /** Sets an operator's tracking codes for the head of pages and the beginning of their body. */
  track(codes: { head: string; bodyStart: string }): Promise<void>
  /** Gives somebody new a simulated mailbox, so that no other test has it connected; says its address. */
  moveIn(provider: Provider): string
  /** Lets nothing be decided about any mail, so that a scan goes on until the test says otherwise. */
  holdDecisions(): Promise<() => Promise<void>>
  /** Lets the days of somebody's trial go by. */
  endTrial(email: string): Promise<void>
  close(): Promise<void>
}

let people = 0

/** An address nobody has used yet. */
export function newEmail(): string {
  people += 1
  return `person${people}@example.com`
}

export async function openWorld(): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorman-journey-'))
  const databaseUrl = await createTestDatabase()
  const config = loadConfig({
    PORT: String(await findFreePort()),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  })
  const complaints: string[] = []
  const logger = createLogger('error', { write: (line) => void complaints.push(line) })
  const undo = new Undo()
  const library = await readLibrary()
  const product = await startProduct(config, logger, undo, {
    isDev: false,
    mayLoseData: true,
    library: { ...library, articles: [] },
  })
  const browser = await openBrowser()
  const url = config.http.publicUrl
  return {
    url,
    browser,
    async signIn(context) {
      const email = newEmail()
      // Everybody comes from one machine here, and more of them than may sign up from one.
      await product.ctx.db.delete(rateLimits)
      const answer = await context.request.post(`${url}/api/auth/register`, {
        data: { email, password },
      })
      expect(answer.status()).toBe(200)
      return email
    },
    async linkIn(subject, to) {
      await expect.poll(() => findLink(product, subject, to), { timeout: 10_000 }).not.toBeNull()
      return findLink(product, subject, to) ?? ''
    },
    async publish(articles, { isPainted } = { isPainted: false }) {
      const jobs = { ...product.ctx.jobs, enqueueAll: async () => {} }
      const ctx = isPainted ? product.ctx : { ...product.ctx, jobs }
      await importArticles(ctx, { ...library, articles })
    },
    async track({ head, bodyStart }) {
      await product.ctx.db
        .update(settings)
        .set({ trackingCodeHead: head, trackingCodeBodyStart: bodyStart })
    },
    moveIn({ name }) {
      const address = newEmail()
      const provider = name === 'Gmail' ? 'google' : 'microsoft'
      product.world?.addMailbox({ provider, address, name: 'Somebody New' })
      return address
    },
    holdDecisions: () => holdDecisions(databaseUrl),
    startTrial: (email) => setTrialEnd(databaseUrl, email, '10 days'),
    endTrial: (email) => setTrialEnd(databaseUrl, email, '-2 days'),
    async close() {
      await browser.close()
      await endJobs(databaseUrl)
      await undo.run()
      await rm(dataDir, { recursive: true })
      expect(complaints.filter((line) => !isTriedAgain(line))).toEqual([])
    },
  }
}

async function setTrialEnd(databaseUrl: string, email: string, fromNow: string): Promise<void> {
  const { pool, close } = openDb(databaseUrl)
  await pool.query(`update users set trial_ends_at = now() + $2::interval where email = $1`, [
    email,
    fromNow,
  ])
  await close()
}

/** Those that wait are given up, those under way come to their end: none fails because its product is gone. */
async function endJobs(databaseUrl: string): Promise<void> {
  const { pool, close } = openDb(databaseUrl)
  const isIdle = async () => {
    await pool.query(`delete from pgboss.job where state in ('created', 'retry')`)
    const { rows } = await pool.query(`select from pgboss.job where state = 'active'`)
    return rows.length === 0
  }
  await vi.waitUntil(isIdle, { timeout: 60_000 })
  await close()
}

async function holdDecisions(databaseUrl: string): Promise<() => Promise<void>> {
  const { pool, close } = openDb(databaseUrl)
  const client = await pool.connect()
  await client.query('begin; lock table decisions in exclusive mode')
  let letGo = async () => {
    letGo = async () => {}
    client.release(true)
    await close()
  }
  onTestFinished(() => letGo())
  return () => letGo()
}

/** A job that a provider puts off is the queue's own business. */
function isTriedAgain(line: string): boolean {
  const { event, err } = JSON.parse(line) as { event?: string; err?: { type?: string } }
  return event === 'job-failed' && err?.type === 'MailError'
}

/** The spinner of the sign-in check is gone and the page says what it is. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/** A public page has come alive, which it does at its visitor's first move if not before. */
export async function alive(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await page.locator('html[data-hydrated]').waitFor()
}

async function openBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH: executablePath = '/usr/bin/chromium' } = process.env
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}

function findLink({ outbox }: Product, subject: string, to: string): string | null {
  const mail = outbox?.mails.find(
    ({ email, recipients }) => email.subject === subject && recipients.includes(to),
  )
  return /http\S+/.exec(mail?.email.text ?? '')?.[0] ?? null
}
