import { openDemo } from '@doorman/cli/demo/open-demo'
import { demoSignIns } from '@doorman/cli/demo/seed-demo'
import { findFreePort } from '@doorman/cli/product/find-free-port'
import { readLibrary } from '@doorman/cli/product/read-library'
import { startProduct } from '@doorman/cli/product/start-product'
import { Undo } from '@doorman/cli/product/undo'
import { setPlan } from '@doorman/db/testing/seeds'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { dayMs } from '@doorman/domain/time'
import { loadConfig } from '@doorman/runtime/config/config'
import { createLogger } from '@doorman/runtime/logger'
import { fakePasswordCost } from '@doorman/runtime/testing/fake-runtime'
import { cards, connectStripe } from '@doorman/simulators/testing/stripe-client'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const [{ email, password }] = demoSignIns

test('a visitor of the demo lets a trial end and subscribes, and a restart continues from there', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'doorman-time-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const config = loadConfig({ PORT: String(await findFreePort()), DATA_DIR: dataDir })
  const undo = new Undo()
  onTestFinished(() => undo.run())
  const { ctx, outbox } = await startProduct(config, createLogger('silent'), undo, {
    isDev: false,
    testDatabaseUrl: await createTestDatabase(),
    library: { ...(await readLibrary()), articles: [] },
    passwordCost: fakePasswordCost,
  })
  const visitor = new Visitor(config.http.publicUrl)
  await visitor.post('/api/auth/login', { email, password })
  await setPlan(ctx.db, email, { trialDays: -0.5 })
  expect(await visitor.loadPlan()).toEqual({ accountType: 'trial', trialDaysLeft: 0 })

  await visitor.submit('/dev/world/', { do: 'pass-time', days: '1' })
  expect(await visitor.loadPlan()).toEqual({ accountType: 'free', trialDaysLeft: null })
  expect(outbox?.emails.map(({ content }) => content.subject)).toEqual([
    'You’re on Free Forever now',
  ])

  const { sessionUrl } = await visitor.post('/api/subscriptions/create', { plan: 'monthly' })
  await visitor.submit(String(sessionUrl), { card: cards.pays })
  // The webhook event reports the payment, because this visitor does not return.
  await expect
    .poll(() => visitor.loadPlan(), { timeout: 20_000 })
    .toMatchObject({ accountType: 'paid' })
  await undo.run()

  const restarted = await openDemo(config)
  onTestFinished(() => restarted.close())
  const { simulated, clock } = restarted
  for (const now of [clock.now(), simulated.world.clock.now()])
    expect(now.getTime()).toBeGreaterThanOrEqual(Date.now() + dayMs - 60_000)
  const stripe = connectStripe(simulated.simulators.stripe.handle, simulated.stripe.secretKey)
  const { data: customers } = await stripe.customers.list({ email })
  const { data: subscriptions } = await stripe.subscriptions.list({
    customer: customers[0]?.id ?? '',
  })
  expect(subscriptions).toMatchObject([{ status: 'active' }])
}, 120_000)

/** A browser that is signed in. */
class Visitor {
  readonly #url: string
  #cookie = ''

  constructor(url: string) {
    this.#url = url
  }

  async post(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: this.#cookie },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (cookies.length > 0) this.#cookie = cookies.join('; ')
    return (await answer.json()) as Record<string, unknown>
  }

  async loadPlan(): Promise<unknown> {
    const headers = { cookie: this.#cookie }
    const answer = await fetch(`${this.#url}/api/billing/info`, { headers })
    const { accountType, trialDaysLeft } = (await answer.json()) as Record<string, unknown>
    return { accountType, trialDaysLeft }
  }

  /** Sends the form of a page of the simulators. */
  async submit(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const body = new URLSearchParams(fields)
    const url = new URL(path, this.#url)
    expect((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
  }
}
