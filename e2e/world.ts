import { readLibrary } from '@doorman/cli/product/read-library'
import { startProduct, type Product } from '@doorman/cli/product/start-product'
import { Undo } from '@doorman/cli/product/undo'
import { openDb, type Db } from '@doorman/db/client'
import { rateLimits, settings } from '@doorman/db/schema'
import { loadUserId } from '@doorman/db/testing/seeds'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { OptionalEmailKind } from '@doorman/domain/accounts/email-kinds'
import { loadConfig } from '@doorman/runtime/config/config'
import { createLogger } from '@doorman/runtime/logger'
import { fakePasswordCost } from '@doorman/runtime/testing/fake-runtime'
import { importArticles } from '@doorman/services/blog/import-articles'
import type { Article } from '@doorman/services/blog/parse-article'
import { toUnsubscribe } from '@doorman/services/emails/unsubscribe-links'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { findFreePort } from '@doorman/cli/product/find-free-port'
import type { Provider } from './connect.ts'

export const password = 'correct horse battery'

/** The whole product on its own database, and a browser. */
export type World = {
  readonly url: string
  readonly browser: Browser
  /** The product's database, for seeds. */
  readonly db: Db
  /** Registers a new user through the API and signs this browser in. Returns the email address. */
  signIn(context: BrowserContext): Promise<string>
  /** Waits for an email with this subject to the recipient and returns the link in the newest one. */
  waitForLink(subject: string, to: string): Promise<string>
  /** The address of the page that switches emails of one kind off, as in the email's footer. */
  findUnsubscribePage(email: string, kind: OptionalEmailKind): Promise<string>
  /** Starts a user's trial without a connected mailbox. */
  startTrial(email: string): Promise<void>
  /** Adds articles to the blog. Without covers it is quicker. */
  publish(articles: readonly Article[], options?: { hasCovers: boolean }): Promise<void>
  /** Sets the operator's tracking codes. */
  setTrackingCodes(codes: { head: string; bodyStart: string }): Promise<void>
  /**
   * Adds a simulated mailbox that no other test connects, and returns its address. `emailCount`
   * copies that many emails from the demo's founder, with the founder's sent emails.
   */
  addMailbox(provider: Provider, options?: { emailCount: number }): string
  /** Stores a message in a simulated mailbox, outside the inbox, and returns the provider's id of it. */
  storeMessage(address: string, text: string): string
  /** Blocks all decisions, so that a scan cannot finish, until the returned function is called. */
  blockDecisions(): Promise<() => Promise<void>>
  /** Ends a user's trial. */
  endTrial(email: string): Promise<void>
  /**
   * Answers calls that the server makes for pages, instead of the API; `null` leaves one to the API. A
   * document waits `dataWaitMs` for them.
   */
  answerPages(answer: PageAnswer, dataWaitMs?: number): void
  /** Expects that the product has logged no error since the last call. */
  expectNoErrors(): void
  close(): Promise<void>
}

/** The answer to a call of the API, by its path without the query. */
type PageAnswer = (path: string) => Response | Promise<Response> | null

/** Leaves all calls to the API: the document comes with the page's data. */
export const leaveToApi: PageAnswer = () => null

/**
 * Fails every call of the server except the one for the user. So the browser makes the calls, and
 * `page.route` can answer them.
 */
export const failOnServer: PageAnswer = (path) =>
  path === '/api/auth/me' ? null : new Response('{}', { status: 500 })

/** So long that a slow machine never leaves out data by accident. */
const generousWaitMs = 10_000

let people = 0

/** An unused email address. */
export function newEmail(): string {
  people += 1
  return `person${people}@example.com`
}

export async function openWorld(): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorman-journey-'))
  const databaseUrl = await createTestDatabase()
  const config = loadConfig({ PORT: String(await findFreePort()), DATA_DIR: dataDir })
  const errorLines: string[] = []
  const logger = createLogger('error', { write: (line) => void errorLines.push(line) })
  const expectNoErrors = () =>
    expect(errorLines.splice(0).filter((line) => !isRetriedFailure(line))).toEqual([])
  const undo = new Undo()
  const library = await readLibrary()
  let answer = leaveToApi
  let dataWaitMs = generousWaitMs
  const product = await startProduct(config, logger, undo, {
    isDev: false,
    testDatabaseUrl: databaseUrl,
    library: { ...library, articles: [] },
    passwordCost: fakePasswordCost,
    wrapWeb: (web) => ({
      ...web,
      handle: (request, visit) =>
        web.handle(request, {
          ...visit,
          dataWaitMs,
          fetch: async (path, init) => answer(path.split('?')[0] ?? '') ?? visit.fetch(path, init),
        }),
    }),
  })
  const browser = await openBrowser()
  const url = config.http.publicUrl
  return {
    url,
    browser,
    db: product.ctx.db,
    async signIn(context) {
      const email = newEmail()
      // All test users share one IP address, and would exceed its limit of registrations.
      await product.ctx.db.delete(rateLimits)
      const answer = await context.request.post(`${url}/api/auth/register`, {
        data: { email, password },
      })
      expect(answer.status()).toBe(200)
      return email
    },
    async waitForLink(subject, to) {
      await expect.poll(() => findLink(product, subject, to), { timeout: 10_000 }).not.toBeNull()
      return findLink(product, subject, to) ?? ''
    },
    async findUnsubscribePage(email, kind) {
      const userId = await loadUserId(product.ctx.db, email)
      return toUnsubscribe(product.ctx, userId, kind).pageUrl
    },
    async publish(articles, { hasCovers } = { hasCovers: false }) {
      const jobs = { ...product.ctx.jobs, enqueueAll: async () => {} }
      const ctx = hasCovers ? product.ctx : { ...product.ctx, jobs }
      await importArticles(ctx, { ...library, articles })
    },
    async setTrackingCodes({ head, bodyStart }) {
      await product.ctx.db
        .update(settings)
        .set({ trackingCodeHead: head, trackingCodeBodyStart: bodyStart })
    },
    addMailbox({ name }, { emailCount } = { emailCount: 0 }) {
      const address = newEmail()
      const provider = name === 'Gmail' ? 'google' : 'microsoft'
      const store = product.world?.addMailbox({ provider, address, name: 'New Owner' })
      if (emailCount > 0 && store) copyEmails(product, store, emailCount)
      return address
    },
    storeMessage(address, text) {
      const headers = `From: pat@vendor.example\r\nTo: ${address}\r\nSubject: Hello\r\n`
      const raw = Buffer.from(`${headers}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`)
      return product.world?.findMailbox(address)?.add({ raw, folders: [], isRead: true }).id ?? ''
    },
    blockDecisions: () => blockDecisions(databaseUrl),
    startTrial: (email) => setTrialEnd(databaseUrl, email, '10 days'),
    endTrial: (email) => setTrialEnd(databaseUrl, email, '-2 days'),
    answerPages(next, waitMs = generousWaitMs) {
      answer = next
      dataWaitMs = waitMs
    },
    expectNoErrors,
    async close() {
      await browser.close()
      await endJobs(databaseUrl)
      await undo.run()
      await rm(dataDir, { recursive: true })
      expectNoErrors()
    },
  }
}

function copyEmails({ world }: Product, to: MailStore, count: number): void {
  const founder = world?.findMailbox('mara@berthline.example')
  if (!founder) throw new Error('The demo has no founder')
  const newest = [...founder.list('inbox')]
    .toSorted((one, other) => other.receivedAt.getTime() - one.receivedAt.getTime())
    .slice(0, count)
  for (const { raw, receivedAt } of newest) to.add({ raw, receivedAt, folders: ['inbox'] })
  for (const { raw, receivedAt } of founder.list('sent'))
    to.add({ raw, receivedAt, folders: ['sent'], isRead: true })
}

async function setTrialEnd(databaseUrl: string, email: string, fromNow: string): Promise<void> {
  const { pool, close } = openDb(databaseUrl)
  await pool.query(`update users set trial_ends_at = now() + $2::interval where email = $1`, [
    email,
    fromNow,
  ])
  await close()
}

/** Deletes waiting jobs and waits for running ones, so that none fails because the product has stopped. */
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

async function blockDecisions(databaseUrl: string): Promise<() => Promise<void>> {
  const { pool, close } = openDb(databaseUrl)
  const client = await pool.connect()
  await client.query('begin; lock table decisions in exclusive mode')
  let release = async () => {
    release = async () => {}
    client.release(true)
    await close()
  }
  onTestFinished(() => release())
  return () => release()
}

/** Failures of a provider are expected: the queue retries the job. */
function isRetriedFailure(line: string): boolean {
  const { event, err } = JSON.parse(line) as { event?: string; err?: { type?: string } }
  return event === 'job-failed' && err?.type === 'MailError'
}

/** Waits until the page has its heading and, in the app, can be used. */
export async function waitForHeading(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const isOfApp = (await page.getByLabel('Toggle sidebar').count()) > 0
  if (isOfApp) await waitForApp(page)
}

/** Waits until React has taken over a page of the app and its late parts are there. */
export async function waitForApp(page: Page): Promise<void> {
  // The place for the line about the connection.
  await page.locator('header ~ [role=status]').waitFor({ state: 'attached' })
}

/** Hydrates a public page by touching something that needs React, and waits for it. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.evaluate(() => {
    const part = document.querySelector(
      ':is(form, button, [data-interactive]):not([data-plain], [popovertarget])',
    )
    part?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  })
  await page.locator('html[data-hydrated]').waitFor()
}

async function openBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH: executablePath = '/usr/bin/chromium' } = process.env
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // All tabs of a context share one process, and Chromium starts none in advance.
      '--renderer-process-limit=1',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}

function findLink({ outbox }: Product, subject: string, to: string): string | null {
  const email = outbox?.emails.find(
    ({ content, recipients }) => content.subject === subject && recipients.includes(to),
  )
  return /http\S+/.exec(email?.content.text ?? '')?.[0] ?? null
}
