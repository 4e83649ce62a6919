import { openFakeApp, type FakeApp } from '@doorman/api/testing/fake-app'
import { accountsOf, type SignedInUser } from '@doorman/api/testing/fake-connections'
import type { Classifier } from '@doorman/classifier/classifier'
import { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { createFakeClock } from '@doorman/mail/testing/fake-clock'
import { createCascades } from '@doorman/runtime/language-model/cascades'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { createStripePayments } from '@doorman/payments/stripe/stripe-payments'
import {
  toLanguageModelConfig,
  type LanguageModelConfig,
  type Spending,
} from '@doorman/runtime/config/language-model-config'
import { createMailAccess } from '@doorman/runtime/mail/mail-access'
import { syncMailboxJob } from '@doorman/services/ports/jobs'
import type { SceneMailbox } from '@doorman/simulators/scenes/people'
import { VirtualClock } from '@doorman/simulators/world/clock'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { expect } from 'vitest'
import { simulateProviders } from '@doorman/cli/demo/simulated-providers'

/** What the user does on the provider's consent page. */
type ConsentChoice = { readonly cancel?: boolean; readonly untick?: string }

/**
 * The product as the demo composes it, with a language model if `spending` is given. `mailboxes` are
 * those of the demo that the simulated world contains, by default none. Calls to `publicUrl` go to the
 * server with `inject`, not over the network; other calls fail.
 */
export async function openDemo(
  databaseUrl: string,
  {
    classifier,
    spending,
    publicUrl = 'http://localhost:3000',
    mailboxes = [],
  }: {
    classifier?: Classifier
    spending?: Spending
    publicUrl?: string
    mailboxes?: readonly SceneMailbox[]
  } = {},
) {
  const modelUrl = `${publicUrl}/dev/language-model/v1`
  const clock = new VirtualClock(new Date())
  const server: { app?: FakeApp['app'] } = {}
  const prompts: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url.startsWith(modelUrl)) prompts.push(await request.clone().text())
    if (!request.url.startsWith(publicUrl)) throw new Error(`Unexpected call to ${request.url}`)
    // `inject` returns compressed bytes as they are, so ask for plain ones.
    request.headers.delete('accept-encoding')
    const answer = await server.app?.inject({
      method: request.method as 'GET',
      url: request.url.slice(publicUrl.length),
      headers: Object.fromEntries(request.headers),
      payload: Buffer.from(await request.arrayBuffer()),
    })
    if (!answer) throw new Error('The server is not listening yet')
    const headers = answer.headers as Record<string, string>
    const hasBody = answer.statusCode !== 204
    return new Response(hasBody ? answer.body : null, { status: answer.statusCode, headers })
  }
  const simulated = simulateProviders(publicUrl, { clock, fetch, mailboxes })
  const { world } = simulated
  const transport = { fetch, clock: createFakeClock(clock), random: () => 0.5 }
  const keyRing = createKeyRing([fakeTokenKey])
  const demo = await openFakeApp({
    databaseUrl,
    publicUrl,
    ...(classifier && { classifier }),
    ...(classifier &&
      spending && {
        openCascades: (db) =>
          createCascades({
            db,
            transport,
            local: classifier,
            config: toModelConfig(modelUrl, spending),
          }),
      }),
    payments: createStripePayments({ ...simulated.stripe, fetch, now: () => clock.now() }),
    hosts: simulated.hosts,
    openMail: (db, logger) =>
      createMailAccess({
        ...simulated,
        db,
        keyRing,
        secret: fakeSecret,
        publicUrl,
        transport,
        logger,
      }),
  })
  server.app = demo.app

  let mailboxCount = 0
  /** Adds a mailbox to the simulated world. */
  function newMailbox(provider: MailProvider): MailStore {
    mailboxCount += 1
    return world.addMailbox({
      provider: provider === 'gmail' ? 'google' : 'microsoft',
      address: `owner${mailboxCount}@own${mailboxCount}.example`,
      name: 'Ann',
    })
  }

  /** Connects a mailbox, from the click on the button to the last redirect, which it returns. */
  async function connect(
    user: SignedInUser,
    provider: MailProvider,
    store: MailStore,
    choice: ConsentChoice = {},
  ) {
    const { body } = await demo.request('POST', `/api/${provider}/connect`, user)
    const url = String(body['authUrl'])
    const page = await (await fetch(url)).text()
    expect(page).toContain(store.address)
    const yes = provider === 'gmail' ? 'allow' : 'accept'
    const form = new URLSearchParams({
      answer: choice.cancel ? 'cancel' : yes,
      account: store.owner.subject,
    })
    for (const [, scope = ''] of page.matchAll(/name="scope" value="([^"]+)" checked/g))
      if (scope !== choice.untick) form.append('scope', scope)
    const sent = await fetch(url, { method: 'POST', body: form })
    const back = new URL(sent.headers.get('location') ?? '')
    const { headers } = await demo.request('GET', back.pathname + back.search, user)
    return headers['location']
  }

  /** Connects a mailbox and completes its first scan. */
  async function open(user: SignedInUser, provider: MailProvider, store: MailStore) {
    await connect(user, provider, store)
    await demo.runJobsUntilIdle()
    const [account] = await accountsOf(demo, user, provider)
    const mailboxId = MailboxId.parse(account?.id)
    return {
      mailboxId,
      /** Advances the clock and syncs. */
      async sync(ms = 60_000) {
        await clock.advance(ms)
        demo.advance(ms)
        await demo.ctx.jobs.enqueue(demo.ctx.db, syncMailboxJob, { mailboxId })
        await demo.runJobsUntilIdle()
      },
    }
  }

  /** Lets Doorman reply to filtered senders in the user's name. */
  async function allowReplies(user: SignedInUser): Promise<void> {
    await demo.request('POST', '/api/settings/smart-response/agreement', user)
    await demo.request('PATCH', '/api/settings/auto-reply', { ...user, body: { enabled: true } })
  }

  return {
    ...demo,
    fetch,
    simulated,
    world,
    clock,
    prompts,
    newMailbox,
    connect,
    open,
    allowReplies,
  }
}

/** The model runs on this machine, so no retention evidence is needed. */
function toModelConfig(baseUrl: string, spending: Spending): LanguageModelConfig {
  const config = toLanguageModelConfig(
    {
      vendor: 'openai-compatible',
      model: 'simulated',
      apiKey: undefined,
      baseUrl,
      evidence: undefined,
      evidenceRecordedOn: undefined,
      spending,
    },
    new Date(),
  )
  if ('reason' in config) throw new Error(config.reason)
  return config
}
