import { newSignedInUser, type SignedInUser } from '@doorman/api/testing/fake-connections'
import { startTestServer } from '@doorman/db/testing/test-postgres'
import { migrate } from '@doorman/db/migrate'
import { loadUserId } from '@doorman/db/testing/seeds'
import { dumpTables } from '@doorman/db/testing/test-db'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { addDays, toDayIn, toMonday } from '@doorman/domain/time'
import { orderEmails } from '@doorman/services/emails/order-email'
import { SmtpSink, type ReceivedEmail } from '@doorman/simulators/smtp-sink'
import { cards } from '@doorman/simulators/testing/stripe-client'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  exercise,
  masked,
  retryJobs,
  senders,
  subjects,
  waitForCanary,
  words,
} from './harness/canary-messages.ts'
import { openService, type Service } from './harness/processes.ts'
import { readFiles, recordCalls } from './harness/traces.ts'

test('no message content and no secret is left in a table, file, log, job, call or email, except in the prompt', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorman-canary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // A separate PostgreSQL, because this test searches its files.
  const server = await startTestServer()
  afterAll(() => server.stop())
  await migrate(server.url)
  const service = await openService(onTestFinished, server.url)
  const { demo, output } = service
  const calls = recordCalls(demo.world)
  const sink = new SmtpSink()
  sink.state = 'down'
  const worker = service.startWorker({
    TMPDIR: folder,
    SMTP_URL: await sink.listen(),
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
    try {
      responses.push(...(await exercise(service, ann, provider)))
      await payAndRead(service, ann, sink)
    } catch (cause) {
      const progress = await describeProgress(service, worker)
      throw new Error(`${provider}: ${String(cause)}\n${progress}`, { cause })
    }
  }
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  await sink.close()

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
    'calls to Stripe': (await Promise.all(calls.stripe)).join('\n'),
    'emails to users': sink.emails.map(toText).join('\n'),
  }
  const prompts = (await Promise.all(calls.model)).join('\n')
  // Proves that the searched traces are not empty.
  for (const trace of [traces.tables, traces['files of the database'], traces.responses])
    expect(trace).toContain('pat@pitches.example')
  expect(traces.logs).toContain('job-failed')
  expect(traces.calls).toContain('UNREAD')
  expect(traces['calls to Stripe']).toContain('price_yearly')
  expect(prompts).toContain(words[0])

  const secrets = [...calls.tokens, ...users.map(({ cookie }) => toToken(cookie))]
  expect(secrets.length).toBeGreaterThanOrEqual(2 * mailProviders.length)
  expect(findIn(traces, [...words, ...masked, ...secrets, 'correct horse battery'])).toEqual([])

  const links = listTokens(traces['emails to users'])
  expect(links.length).toBeGreaterThanOrEqual(6 * mailProviders.length)
  const { 'emails to users': _, ...kept } = traces
  expect(findIn(kept, links)).toEqual([])

  const { rows: jobs } = await demo.ctx.db.execute(
    'select data::text, output::text from pgboss.job',
  )
  const { logs, 'calls to Stripe': stripe } = traces
  const told = { logs, stripe, jobs: JSON.stringify(jobs) }
  expect(told.jobs).toContain('emailId')
  expect(findIn(told, [...subjects, ...senders])).toEqual([])
  const isReport = ({ content }: ReceivedEmail) => content.text?.includes('/restore?') === true
  const { reports = [], others = [] } = Object.groupBy(sink.emails, (email) =>
    isReport(email) ? 'reports' : 'others',
  )
  expect(reports.map(toText).join('\n')).toContain(subjects[0])
  expect(findIn({ others: others.map(toText).join('\n') }, subjects)).toEqual([])
  expect(masked.filter((canary) => prompts.includes(canary))).toEqual([])
}, 180_000)

/** How far the worker came, for the message of a failure. */
async function describeProgress({ demo }: Service, worker: ChildProcess): Promise<string> {
  const { rows } = await demo.ctx.db.execute(`
    select array(select concat_ws(' ', name, state, retry_count) from pgboss.job
        where state <> 'completed') as jobs,
      array(select concat_ws(' ', kind, sent_at, dropped_at) from emails) as emails,
      array(select concat_ws(' ', outcome, state) from decisions order by decided_at) as decisions`)
  const { exitCode, signalCode } = worker
  return Object.entries({ exitCode, signalCode, ...rows[0] })
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n')
}

/** Confirms the address, pays, and uses the links of the weekly report. */
async function payAndRead({ demo }: Service, ann: SignedInUser, sink: SmtpSink): Promise<void> {
  const { db } = demo.ctx
  const findEmail = (link: string) =>
    sink.emails.find(
      ({ recipients, content }) =>
        recipients.includes(ann.email) && content.text?.includes(link) === true,
    )
  const waitForTokens = async (path: string) => {
    await waitForCanary(async () => {
      await retryJobs(demo)
      return findEmail(path) !== undefined
    }, `An email with ${path}`)
    return listTokens(findEmail(path)?.content.text ?? '')
  }
  // Until now the relay refused emails. From here on it accepts them.
  sink.state = 'works'
  const [verify] = await waitForTokens('/verify-email?')
  const post = (url: string, body: object) => demo.request('POST', url, { ...ann, body })
  expect((await post('/api/auth/verify-email', { token: verify })).status).toBe(200)
  const { body } = await post('/api/subscriptions/create', { plan: 'yearly' })
  const card = new URLSearchParams({ card: cards.pays })
  await demo.fetch(String(body['sessionUrl']), { method: 'POST', body: card })
  const userId = await loadUserId(db, ann.email)
  // The Monday whose report covers this week.
  const occasion = addDays(toMonday(toDayIn('UTC', demo.ctx.now())), 7)
  await db.transaction((tx) =>
    orderEmails(demo.ctx, tx, [{ userId, kind: 'weekly-report', occasion }]),
  )
  const [restore] = await waitForTokens('/restore?')
  expect((await post('/api/restore-links', { token: restore })).status).toBe(200)
  const unsubscribe = (await waitForTokens('/unsubscribe?')).at(-1)
  expect((await post(`/api/unsubscribe?token=${unsubscribe}`, {})).status).toBe(200)
  const isPaid = async () =>
    (await demo.request('GET', '/api/billing/info', ann)).body['accountType'] === 'paid'
  await waitForCanary(isPaid, 'The payment is known')
  await waitForCanary(async () => findEmail('/billing') !== undefined, 'The confirmation')
}

function toText({ content: { subject, text, html } }: ReceivedEmail): string {
  return [subject, text, html].join('\n')
}

/** The secrets in the links of an email. */
function listTokens(text: string): string[] {
  return [...text.matchAll(/[?]token=([\w.-]+)/g)].map(([, token = '']) => token)
}

/** Which of the words occur where. */
function findIn(traces: Readonly<Record<string, string>>, canaries: readonly string[]): string[] {
  return Object.entries(traces).flatMap(([where, trace]) =>
    canaries.filter((canary) => trace.includes(canary)).map((canary) => `${canary} in ${where}`),
  )
}

/** The secret half of the session cookie. */
function toToken(cookie: string): string {
  return decodeURIComponent(cookie.split('=')[1] ?? '')
}
