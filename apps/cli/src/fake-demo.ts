import { openFakeApp, type FakeApp } from '@doorman/api/fake-app'
import { accountsOf, type Person } from '@doorman/api/fake-connections'
import type { Classifier } from '@doorman/classifier/classifier'
import { MailboxId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { createFakeClock } from '@doorman/mail/fake-clock'
import { createCascades } from '@doorman/runtime/cascades'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/fake-runtime'
import { createKeyRing } from '@doorman/runtime/key-ring'
import {
  toLanguageModelConfig,
  type LanguageModelConfig,
  type Spending,
} from '@doorman/runtime/language-model-config'
import { createMailAccess } from '@doorman/runtime/mail-access'
import { syncMailboxJob } from '@doorman/services/jobs'
import { VirtualClock } from '@doorman/simulators/world/clock'
import type { MailStore } from '@doorman/simulators/world/mail-store'
import { expect } from 'vitest'
import { simulateProviders } from './simulated-providers.ts'

/** What somebody does on the page of the provider. */
type Answer = { readonly cancel?: boolean; readonly untick?: string }

/** The product as the demo puts it together, with a language model where somebody says what it may spend. What goes over the network there is injected here. */
export async function openDemo(
  databaseUrl: string,
  {
    classifier,
    spending,
    publicUrl = 'http://localhost:3000',
  }: { classifier?: Classifier; spending?: Spending; publicUrl?: string } = {},
) {
  const modelUrl = `${publicUrl}/dev/language-model/v1`
  const clock = new VirtualClock(new Date())
  const server: { app?: FakeApp['app'] } = {}
  const prompts: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const asked = new Request(input, init)
    if (asked.url.startsWith(modelUrl)) prompts.push(await asked.clone().text())
    if (!asked.url.startsWith(publicUrl)) throw new Error(`Nobody may call ${asked.url}`)
    // A real one would unpack what comes compressed.
    asked.headers.delete('accept-encoding')
    const answer = await server.app?.inject({
      method: asked.method as 'GET',
      url: asked.url.slice(publicUrl.length),
      headers: Object.fromEntries(asked.headers),
      payload: Buffer.from(await asked.arrayBuffer()),
    })
    if (!answer) throw new Error('It does not listen yet')
    const headers = answer.headers as Record<string, string>
    const hasBody = answer.statusCode !== 204
    return new Response(hasBody ? answer.body : null, { status: answer.statusCode, headers })
  }
  const simulated = simulateProviders(publicUrl, { clock, fetch })
  const { world } = simulated
  const wire = { fetch, clock: createFakeClock(clock), chance: () => 0.5 }
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
            wire,
            local: classifier,
            config: toModelConfig(modelUrl, spending),
          }),
      }),
    hosts: simulated.hosts,
    openMail: (db) =>
      createMailAccess({ ...simulated, db, keyRing, secret: fakeSecret, publicUrl, wire }),
  })
  server.app = demo.app

  /** A mailbox of the simulated world that no test has used yet. */
  let added = 0
  function newMailbox(provider: Provider): MailStore {
    added += 1
    return world.addMailbox({
      provider: provider === 'gmail' ? 'google' : 'microsoft',
      address: `owner${added}@own${added}.example`,
      name: 'Ann',
    })
  }

  /** From the button to wherever the browser ends up. */
  async function connect(
    person: Person,
    provider: Provider,
    store: MailStore,
    answer: Answer = {},
  ) {
    const { body } = await demo.ask('POST', `/api/${provider}/connect`, person)
    const url = String(body['authUrl'])
    const page = await (await fetch(url)).text()
    expect(page).toContain(store.address)
    const yes = provider === 'gmail' ? 'allow' : 'accept'
    const form = new URLSearchParams({
      answer: answer.cancel ? 'cancel' : yes,
      account: store.owner.subject,
    })
    for (const [, scope = ''] of page.matchAll(/name="scope" value="([^"]+)" checked/g))
      if (scope !== answer.untick) form.append('scope', scope)
    const sent = await fetch(url, { method: 'POST', body: form })
    const back = new URL(sent.headers.get('location') ?? '')
    const { headers } = await demo.ask('GET', back.pathname + back.search, person)
    return headers['location']
  }

  /** Connects a mailbox whose first scan is over, and can be looked into again. */
  async function open(person: Person, provider: Provider, store: MailStore) {
    await connect(person, provider, store)
    await demo.settle()
    const [account] = await accountsOf(demo, person, provider)
    const mailboxId = MailboxId.parse(account?.id)
    return {
      mailboxId,
      /** A while later. */
      async sync(ms = 60_000) {
        await clock.advance(ms)
        demo.advance(ms)
        await demo.ctx.jobs.enqueue(demo.ctx.db, syncMailboxJob, { mailboxId })
        await demo.settle()
      },
    }
  }

  /** Lets filtered senders be answered in somebody's name. */
  async function allowReplies(person: Person): Promise<void> {
    await demo.ask('POST', '/api/settings/smart-response/agreement', person)
    await demo.ask('PATCH', '/api/settings/auto-reply', { ...person, body: { enabled: true } })
  }

  return { ...demo, simulated, world, clock, prompts, newMailbox, connect, open, allowReplies }
}

/** It is on this machine, so no evidence is asked for. */
function toModelConfig(baseUrl: string, spending: Spending): LanguageModelConfig {
  const config = toLanguageModelConfig(
    {
      provider: 'openai-compatible',
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
