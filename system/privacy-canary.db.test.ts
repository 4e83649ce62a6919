import { newSignedInUser, type SignedInUser } from '@doorman/api/testing/fake-connections'
import { startTestServer } from '@doorman/db/testing/test-postgres'
import { migrate } from '@doorman/db/migrate'
import { decisions } from '@doorman/db/schema'
import { dumpTables } from '@doorman/db/testing/test-db'
import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import { compose } from '@doorman/simulators/world/message/compose'
import type { FaultEffect } from '@doorman/simulators/world/faults'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { repliesMetBefore } from '@doorman/simulators/world/external-addresses'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { pitch, question } from './harness/messages.ts'
import { openService, waitUntil, type Service } from './harness/processes.ts'

/** Marked words that may appear only in the language model's prompt and in a preview. */
const words = ['zorvexil', 'quillanthe', 'brumafide']
/** Marked values that redaction must remove even from the prompt. */
const masked = ['thessaly.vane@hidden.example', '+41 44 668 18 00', 'CH93 0076 2011 6238 5295 7']
const secretText = `The ${words.join(' ')} is ours alone. Write to ${masked.join(', ')}.`
/** The local model is unsure about this message. */
const offer = {
  subject: 'Offices',
  text: 'Dear Ann, our studio designs offices. A neighbour of yours moved into one of ours in May. If you ever think of moving, I would like to show it to you.\n\nPat',
}
/** Failures of message reads, as many as a call is retried before its job fails. */
const failures: readonly FaultEffect[] = [
  { status: 500, body: secretText },
  { status: 200, body: secretText },
  'truncated',
  'cut-midway',
]

test('no message content and no secret is left in a table, file, log, job or call, except in the prompt', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorman-canary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // A PostgreSQL of its own, because its files are searched.
  const server = await startTestServer()
  afterAll(() => server.stop())
  await migrate(server.url)
  const service = await openService(onTestFinished, server.url)
  const { demo, output } = service
  const calls = recordCalls(service)
  const worker = service.startWorker({
    TMPDIR: folder,
    LOG_LEVEL: 'debug',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'simulated',
    AI_BASE_URL: `${demo.ctx.publicUrl}/dev/language-model/v1`,
  })
  const users: SignedInUser[] = []
  const responses: string[] = []
  for (const provider of mailProviders) {
    const ann = await newSignedInUser(demo)
    users.push(ann)
    responses.push(...(await exercise(service, ann, provider)))
  }
  worker.kill('SIGTERM')
  await once(worker, 'exit')

  const sent = demo.world.record.sends.map(({ raw }) => Buffer.from(raw).toString('latin1'))
  expect(sent).toHaveLength(2 * mailProviders.length)
  const traces = {
    tables: await dumpTables(demo.ctx.db),
    'files of the database': readFiles(server.home),
    'temporary files': readFiles(folder),
    logs: output.join('') + demo.logs.join(''),
    responses: responses.join('\n'),
    'sent messages': sent.join('\n'),
    calls: (await Promise.all(calls.providers)).join('\n'),
  }
  const prompts = (await Promise.all(calls.model)).join('\n')
  // Proves that the searched traces are not empty.
  for (const trace of [traces.tables, traces['files of the database'], traces.responses])
    expect(trace).toContain('pat@pitches.example')
  expect(traces.logs).toContain('job-failed')
  expect(traces.calls).toContain('UNREAD')
  expect(prompts).toContain(words[0])

  const secrets = [...calls.tokens, ...users.map(({ cookie }) => toToken(cookie))]
  expect(secrets.length).toBeGreaterThanOrEqual(2 * mailProviders.length)
  const found = Object.entries(traces).flatMap(([where, trace]) =>
    [...words, ...masked, ...secrets, 'correct horse battery']
      .filter((canary) => trace.includes(canary))
      .map((canary) => `${canary} in ${where}`),
  )
  expect(found).toEqual([])
  expect(masked.filter((canary) => prompts.includes(canary))).toEqual([])
}, 180_000)

/**
 * Takes messages through everything: first scan, arrival, judging, move, reply, preview, actions.
 * Returns the API responses.
 */
async function exercise(
  { demo }: Service,
  ann: SignedInUser,
  provider: MailProvider,
): Promise<string[]> {
  const { world } = demo
  const { db } = demo.ctx
  const host = provider === 'gmail' ? 'google' : 'microsoft'
  const store = demo.newMailbox(provider)
  const untilDecided = async (count: number) => {
    const before = await db.$count(decisions)
    return () =>
      waitUntil(async () => {
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
  for (const effect of failures) world.faults.push({ provider: host, effect, match: isReading })
  world.addExternalAddress(repliesMetBefore('dale@boost.example'))
  receive(demo, store, { ...pitch, from: 'Dale <dale@boost.example>' })
  receive(demo, store, { ...pitch, from: 'Kim <kim@other.example>' })
  receive(demo, store, { ...offer, from: 'Pat <pat@offices.example>' })
  await arrivals()

  await waitUntil(async () => {
    const waiting = await db.execute(
      "select from pgboss.job where state < 'completed' and data ? 'mailboxId'",
    )
    return waiting.rowCount === 0
  }, 'The queue is empty')

  const responses: unknown[] = []
  const { body } = await demo.request('GET', '/api/filtered-emails', ann)
  const [first, second] = body['list'] as { id: string }[]
  const at = `/api/filtered-emails/${first?.id}`
  const preview = await demo.request('GET', `${at}/preview`, ann)
  expect(preview.body['text']).toContain(words[0])
  world.faults.push({
    provider: host,
    effect: { status: 400, body: { error: { code: 'ErrorInternal', message: secretText } } },
    match: isReading,
    times: failures.length,
  })
  const refusal = await demo.request('GET', `${at}/preview`, ann)
  expect(refusal.status).not.toBe(200)
  responses.push(refusal)
  responses.push(
    await demo.request('POST', `${at}/action`, { ...ann, body: { action: 'restore' } }),
  )
  const spam = { ...ann, body: { action: 'spam' } }
  responses.push(await demo.request('POST', `/api/filtered-emails/${second?.id}/action`, spam))
  for (const path of ['filtered-emails', 'activity', 'dashboard/stats'])
    responses.push(await demo.request('GET', `/api/${path}`, ann))
  return responses.map((answer) => JSON.stringify(answer))
}

let messageCount = 0

/** Delivers a message with the marked values in its text and in an attachment. */
function receive(
  { world }: Service['demo'],
  store: MailStore,
  message: { readonly from: string; readonly subject: string; readonly text: string },
): void {
  messageCount += 1
  const part = (type: string, text: string) => `--part\nContent-Type: ${type}\n\n${text}\n`
  const raw = compose({
    ...message,
    text: [
      part('text/plain; charset=utf-8', `${message.text}\n\n${secretText}`),
      part('text/csv; name=figures.csv', secretText),
      '--part--',
    ].join(''),
    contentType: 'multipart/mixed; boundary=part',
    to: store.address,
    date: world.clock.now(),
    rfcMessageId: `<${messageCount}@canary.example>`,
  })
  world.deliver(raw, store.address)
}

/** Records every call to the providers and the language model. */
function recordCalls({ demo }: Service) {
  const recorded = {
    tokens: new Set<string>(),
    providers: [] as Promise<string>[],
    model: [] as Promise<string>[],
  }
  const note = (request: Request, to: Promise<string>[]) => {
    const token = /^Bearer (.+)/.exec(request.headers.get('authorization') ?? '')?.[1]
    if (token !== undefined) recorded.tokens.add(token)
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
      effect: 'cut',
      match: (request) => note(request, recorded.providers),
    })
  demo.world.faults.push({
    provider: 'language-model',
    effect: 'cut',
    match: (request) => note(request, recorded.model),
  })
  return recorded
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

/** The secret half of the session cookie. */
function toToken(cookie: string): string {
  return decodeURIComponent(cookie.split('=')[1] ?? '')
}
