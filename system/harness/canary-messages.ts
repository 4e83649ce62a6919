import type { SignedInUser } from '@doorman/api/testing/fake-connections'
import { decisions } from '@doorman/db/schema'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { repliesMetBefore } from '@doorman/simulators/world/external-addresses'
import type { FaultEffect } from '@doorman/simulators/world/faults'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { compose } from '@doorman/simulators/world/message/compose'
import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { pitch, question } from './messages.ts'
import { waitUntil, type Service } from './processes.ts'

/** Marked words that may appear only in the language model's prompt and in a preview. */
export const words = ['zorvexil', 'quillanthe', 'brumafide']
/** Marked values that redaction must remove even from the prompt. */
export const masked = [
  'thessaly.vane@hidden.example',
  '+41 44 668 18 00',
  'CH93 0076 2011 6238 5295 7',
]
const secretText = `The ${words.join(' ')} is ours alone. Write to ${masked.join(', ')}.`
/** The local model is unsure about this message. */
const offer = {
  subject: 'Offices',
  text: 'Dear Ann, our studio designs offices. A neighbour of yours moved into one of ours in May. If you ever think of moving, I would like to show it to you.\n\nPat',
}
/** What we store of a filtered message, and show only to its owner. */
export const subjects = [pitch.subject, question.subject, offer.subject]
export const senders = [
  'pat@pitches.example',
  'lee@pitches.example',
  'carla@customer.example',
  'dale@boost.example',
  'kim@other.example',
]
/** Failures of message reads, as many as a call is retried before its job fails. */
const failures: readonly FaultEffect[] = [
  { status: 500, body: secretText },
  { status: 200, body: secretText },
  'truncated',
  'cut-midway',
]

/**
 * Takes messages through everything: first scan, arrival, judging, move, reply, preview, actions.
 * Returns the API responses.
 */
export async function exercise(
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
      waitForCanary(async () => {
        await retryJobs(demo)
        return (await db.$count(decisions)) === before + count
      }, `${count} decisions`)
  }
  const firstScan = await untilDecided(3)
  receive(demo, store, { ...pitch, from: 'Pat <pat@pitches.example>' })
  // A second pitch: the actions and the appeal below leave one for the weekly report.
  receive(demo, store, { ...pitch, from: 'Lee <lee@pitches.example>' })
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

  // The appeal below needs a reply, and a reply needs a certain verdict. This fails first, with a reason,
  // if the model is no longer certain.
  const [dale] = await db
    .select({ mayReply: decisions.mayReply })
    .from(decisions)
    .where(eq(decisions.senderAddress, 'dale@boost.example'))
    .orderBy(desc(decisions.decidedAt))
    .limit(1)
  expect(dale, 'The model is certain of the pitch of dale@boost.example').toEqual({
    mayReply: true,
  })

  await waitForCanary(async () => {
    await retryJobs(demo)
    const waiting = await db.execute(
      "select from pgboss.job where state < 'completed' and data ?| array['mailboxId', 'replyId']",
    )
    return waiting.rowCount === 0
  }, 'The queue is empty')

  const responses: unknown[] = []
  const { body } = await demo.request('GET', '/api/filtered-emails', ann)
  const [first, second] = body['list'] as { id: string }[]
  const at = `/api/filtered-emails/${first?.id}`
  const preview = await demo.request('GET', `${at}/preview`, ann)
  expect(preview.body['text']).toContain(words[0])
  const askRefused = () => {
    world.faults.push({
      provider: host,
      effect: { status: 400, body: { error: { code: 'ErrorInternal', message: secretText } } },
      match: isReading,
      times: failures.length,
    })
    return demo.request('GET', `${at}/preview`, ann)
  }
  let refusal = await askRefused()
  // A concurrent sync of the worker may have used up the planned faults. Then plan them again.
  while (refusal.status === 200) refusal = await askRefused()
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

/** Below the time limit of the test, so that a failure says what did not happen. */
export function waitForCanary(condition: () => Promise<boolean>, what: string): Promise<void> {
  return waitUntil(condition, what, 90_000)
}

/** Spares the test the pauses before retries. */
export async function retryJobs({ ctx }: Service['demo']): Promise<void> {
  await ctx.db.execute("update pgboss.job set start_after = now() where state = 'retry'")
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

function isReading({ method, url }: Request): boolean {
  return method === 'GET' && /\/messages\/(?!delta\b)[^/]+(?:\/\$value)?(?:\?|$)/.test(url)
}
