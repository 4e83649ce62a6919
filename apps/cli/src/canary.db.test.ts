import { newPerson, type Person } from '@doorman/api/fake-connections'
import { startTestServer } from '@doorman/db/embedded/test-server'
import { migrate } from '@doorman/db/migrate'
import { decisions } from '@doorman/db/schema'
import { dumpTables } from '@doorman/db/test-db'
import { providers, type Provider } from '@doorman/domain/mailbox'
import { compose } from '@doorman/simulators/world/compose'
import type { FaultEffect } from '@doorman/simulators/world/faults'
import type { MailStore } from '@doorman/simulators/world/mail-store'
import { oldAcquaintance } from '@doorman/simulators/world/outsiders'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { pitch, question } from './fake-letters.ts'
import { openService, until, type Service } from './fake-service.ts'

/** Words of the text, which only the language model may see, and the user who asks. */
const words = ['zorvexil', 'quillanthe', 'brumafide']
/** What is masked before anybody sees it. */
const masked = ['thessaly.vane@hidden.example', '+41 44 668 18 00', 'CH93 0076 2011 6238 5295 7']
const secretText = `The ${words.join(' ')} is ours alone. Write to ${masked.join(', ')}.`
/** Neither ordinary nor beyond doubt to the local model. */
const offer = {
  subject: 'Offices',
  text: 'Dear Ann, our studio designs offices. A neighbour of yours moved into one of ours in May. If you ever think of moving, I would like to show it to you.\n\nPat',
}
/** What a provider may say where a mail was asked for: as often as it is asked before a job gives up. */
const troubles: readonly FaultEffect[] = [
  { status: 500, body: secretText },
  { status: 200, body: secretText },
  'truncated',
  'cut-midway',
]

test('I7, S10: no word of a mail, and no secret, is left in a table, a file, a log, a job or a call but the one allowed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorman-canary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // A server of its own: its files are looked through.
  const server = await startTestServer()
  afterAll(() => server.stop())
  await migrate(server.url)
  const service = await openService(onTestFinished, server.url)
  const { demo, said } = service
  const calls = listen(service)
  const worker = service.startWorker({
    TMPDIR: folder,
    LOG_LEVEL: 'debug',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'simulated',
    AI_BASE_URL: `${demo.ctx.publicUrl}/dev/language-model/v1`,
  })
  const people: Person[] = []
  const answers: string[] = []
  for (const provider of providers) {
    const ann = await newPerson(demo)
    people.push(ann)
    answers.push(...(await live(service, ann, provider)))
  }
  worker.kill('SIGTERM')
  await once(worker, 'exit')

  const sent = demo.world.record.sends.map(({ raw }) => Buffer.from(raw).toString('latin1'))
  expect(sent).toHaveLength(2 * providers.length)
  const traces = {
    tables: await dumpTables(demo.ctx.db),
    'files of the database': readFiles(server.home),
    'temporary files': readFiles(folder),
    logs: said.join('') + demo.logs.join(''),
    answers: answers.join('\n'),
    'mail sent': sent.join('\n'),
    calls: (await Promise.all(calls.providers)).join('\n'),
  }
  const prompts = (await Promise.all(calls.model)).join('\n')
  // Or whoever finds nothing has looked at nothing.
  for (const trace of [traces.tables, traces['files of the database'], traces.answers])
    expect(trace).toContain('pat@pitches.example')
  expect(traces.logs).toContain('job-failed')
  expect(traces.calls).toContain('UNREAD')
  expect(prompts).toContain(words[0])

  const secrets = [...calls.tokens, ...people.map(({ cookie }) => toToken(cookie))]
  expect(secrets.length).toBeGreaterThanOrEqual(2 * providers.length)
  const found = Object.entries(traces).flatMap(([where, trace]) =>
    [...words, ...masked, ...secrets, 'correct horse battery']
      .filter((canary) => trace.includes(canary))
      .map((canary) => `${canary} in ${where}`),
  )
  expect(found).toEqual([])
  expect(masked.filter((canary) => prompts.includes(canary))).toEqual([])
}, 180_000)

/** All that happens to mail: found and arriving, judged, moved, answered, read, spoken of. Gives what the app was told. */
async function live({ demo }: Service, ann: Person, provider: Provider): Promise<string[]> {
  const { world } = demo
  const { db } = demo.ctx
  const host = provider === 'gmail' ? 'google' : 'microsoft'
  const store = demo.newMailbox(provider)
  const untilDecided = async (count: number) => {
    const before = await db.$count(decisions)
    return () =>
      until(async () => {
        await db.execute("update pgboss.job set start_after = now() where state = 'retry'")
        return (await db.$count(decisions)) === before + count
      }, `${count} decisions`)
  }
  const firstScan = await untilDecided(2)
  receive(demo, store, { ...pitch, from: 'Pat <pat@pitches.example>' })
  receive(demo, store, { ...question, from: 'Carla <carla@customer.example>' })
  await demo.connect(ann, provider, store)
  await demo.allowReplies(ann)
  await firstScan()

  const arrivals = await untilDecided(4)
  for (const make of troubles) world.faults.push({ provider: host, make, match: isReading })
  world.addOutsider(oldAcquaintance('dale@boost.example'))
  receive(demo, store, { ...pitch, from: 'Dale <dale@boost.example>' })
  receive(demo, store, { ...pitch, from: 'Kim <kim@other.example>' })
  receive(demo, store, { ...offer, from: 'Pat <pat@offices.example>' })
  await arrivals()

  await until(async () => {
    const waiting = await db.execute(
      "select from pgboss.job where state < 'completed' and data ? 'mailboxId'",
    )
    return waiting.rowCount === 0
  }, 'An end of work')

  const told: unknown[] = []
  const { body } = await demo.ask('GET', '/api/filtered-emails', ann)
  const [first, second] = body['list'] as { id: string }[]
  const at = `/api/filtered-emails/${first?.id}`
  const preview = await demo.ask('GET', `${at}/preview`, ann)
  expect(preview.body['text']).toContain(words[0])
  world.faults.push({
    provider: host,
    make: { status: 400, body: { error: { code: 'ErrorInternal', message: secretText } } },
    match: isReading,
    times: troubles.length,
  })
  const refusal = await demo.ask('GET', `${at}/preview`, ann)
  expect(refusal.status).not.toBe(200)
  told.push(refusal)
  told.push(await demo.ask('POST', `${at}/action`, { ...ann, body: { action: 'restore' } }))
  const spam = { ...ann, body: { action: 'spam' } }
  told.push(await demo.ask('POST', `/api/filtered-emails/${second?.id}/action`, spam))
  for (const path of ['filtered-emails', 'activity', 'dashboard/stats'])
    told.push(await demo.ask('GET', `/api/${path}`, ann))
  return told.map((answer) => JSON.stringify(answer))
}

let letters = 0

/** Every letter has the canaries, in what is read and in what is attached. */
function receive(
  { world }: Service['demo'],
  store: MailStore,
  letter: { readonly from: string; readonly subject: string; readonly text: string },
): void {
  letters += 1
  const part = (type: string, text: string) => `--part\nContent-Type: ${type}\n\n${text}\n`
  const raw = compose({
    ...letter,
    text: [
      part('text/plain; charset=utf-8', `${letter.text}\n\n${secretText}`),
      part('text/csv; name=figures.csv', secretText),
      '--part--',
    ].join(''),
    contentType: 'multipart/mixed; boundary=part',
    to: store.address,
    date: world.clock.now(),
    messageId: `<${letters}@canary.example>`,
  })
  world.deliver(raw, store.address)
}

/** Who calls the providers or the language model, and with what. */
function listen({ demo }: Service) {
  const heard = {
    tokens: new Set<string>(),
    providers: [] as Promise<string>[],
    model: [] as Promise<string>[],
  }
  const note = (request: Request, to: Promise<string>[]) => {
    const token = /^Bearer (.+)/.exec(request.headers.get('authorization') ?? '')?.[1]
    if (token !== undefined) heard.tokens.add(token)
    to.push(
      request
        .clone()
        .text()
        .then((text) => `${request.url} ${text}`),
    )
    return false
  }
  for (const host of ['google', 'microsoft'] as const)
    demo.world.faults.push({
      provider: host,
      make: 'cut',
      match: (request) => note(request, heard.providers),
    })
  demo.world.faults.push({
    provider: 'language-model',
    make: 'cut',
    match: (request) => note(request, heard.model),
  })
  return heard
}

function isReading({ method, url }: Request): boolean {
  return method === 'GET' && /\/messages\/[^/]+(?:\/\$value)?(?:\?|$)/.test(url)
}

function readFiles(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

/** The half of a session's cookie that is worth something. */
function toToken(cookie: string): string {
  return decodeURIComponent(cookie.split('=')[1] ?? '')
}
