import { certainPitch } from '@doorman/classifier/fake-classifier'
import type { Db } from '@doorman/db/client'
import { findStanding } from '@doorman/db/queries/known-senders'
import { decisions, grants, mailboxes, users } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/test-db'
import type { GrantId, MailboxId, MailId, UserId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { MessageHeaders } from '@doorman/domain/message'
import { FakeMailbox } from '@doorman/mail/fake-mailbox'
import type { ReceivedMail } from '@doorman/mail/mailbox'
import { openFakeRuntime, type FakeRuntime } from '@doorman/runtime/fake-runtime'
import { handlers } from '@doorman/worker/handlers'
import { asc, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect } from 'vitest'
import { syncMailbox } from './sync/sync-mailbox.ts'

/** A mail as a test thinks of it. */
export type FakeLetter = {
  readonly from?: string | null
  readonly subject?: string
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly receivedAt?: Date
  readonly place?: ReceivedMail['place']
  readonly replyTo?: string
  /** Recipients beside the mailbox itself. */
  readonly to?: readonly string[]
  readonly cc?: readonly string[]
  readonly threadId?: string
  /** What the provider found, where it is to have looked: see `proven`. */
  readonly dmarc?: 'pass' | 'fail' | 'none'
}

/** A user's connected mailbox, seen from both sides. */
export type FakeInbox = {
  readonly id: MailboxId
  readonly userId: UserId
  readonly grantId: GrantId
  readonly address: string
  readonly box: FakeMailbox
  receive(letter?: FakeLetter): MailId
  /** What is in the inbox, oldest first. */
  inbox(): MailId[]
  row(): Promise<typeof mailboxes.$inferSelect>
  decisions(): Promise<(typeof decisions.$inferSelect)[]>
  standingOf(address: string): Promise<string | undefined>
}

type InboxOptions = {
  readonly provider?: Provider
  readonly isPro?: boolean
  readonly of?: Pick<FakeInbox, 'userId'>
}

export type FakePipeline = Omit<FakeRuntime, 'settle'> & {
  settle(): Promise<void>
  /** Looks at the mailbox, and lets everything settle that comes of it. */
  sync(inbox: FakeInbox): Promise<void>
  /** Somebody in their trial, unless told, with one mailbox; or one more of somebody's. */
  newInbox(options?: InboxOptions): Promise<FakeInbox>
  /** Everything is cold outreach from now on, or nothing is. */
  judgeAll(verdict: 'cold' | 'ordinary'): void
  /** Says that this test provokes an error in the log. Any other one fails it. */
  expectError(event: string): void
  /** Lets the time pass that the queue waits before it tries again. */
  makeRetriesDue(): Promise<void>
}

/** The real runtime and the real handlers on a database of their own, and mailboxes in memory. */
export async function openFakePipeline(): Promise<FakePipeline> {
  const runtime = await openFakeRuntime(await createTestDatabase())
  const { ctx, classifier, logs } = runtime
  const ordinary = classifier.verdict
  const expected: string[] = []
  const settle = () => runtime.settle(handlers)
  afterAll(() => runtime.close())
  afterEach(() => {
    const errors = logs.filter((line) => line.includes('"level":"error"'))
    logs.length = 0
    expect(errors.filter((line) => !expected.some((event) => line.includes(event)))).toEqual([])
    expected.length = 0
  })
  return {
    ...runtime,
    settle,
    async sync({ id: mailboxId }) {
      await syncMailbox(ctx, { mailboxId })
      await settle()
    },
    newInbox: (options) => addInbox(runtime, options ?? {}),
    judgeAll(verdict) {
      classifier.verdict = verdict === 'cold' ? certainPitch : ordinary
    },
    expectError: (event) => void expected.push(`"event":"${event}"`),
    async makeRetriesDue() {
      await ctx.db.execute(sql`update pgboss.job set start_after = now() where state < 'active'`)
    },
  }
}

let made = 0
const dayMs = 86_400_000

async function addInbox(
  { ctx, mail }: FakeRuntime,
  { provider = 'gmail', isPro = true, of: owner }: InboxOptions,
): Promise<FakeInbox> {
  const { db, now } = ctx
  made += 1
  const address = `owner${made}@own${made}.example`
  const userId = owner?.userId ?? (await addUser(db, address, toTrialEnd(now(), isPro)))
  const grantId = randomUUID() as GrantId
  await db.insert(grants).values({
    id: grantId,
    provider,
    subject: address,
    accessToken: 'sealed',
    refreshToken: 'sealed',
    keyVersion: 1,
    accessTokenExpiresAt: now(),
  })
  const [mailbox] = await db
    .insert(mailboxes)
    .values({
      userId,
      grantId,
      provider,
      subject: address,
      address,
      createdAt: now(),
      lastActiveAt: now(),
      nextCheckAt: now(),
      isActive: true,
    })
    .returning()
  const box = new FakeMailbox(address)
  mail.mailboxes.set(grantId, box)
  const id = mailbox?.id ?? ('' as MailboxId)
  const load = async () => {
    const [row] = await db.select().from(mailboxes).where(eq(mailboxes.id, id))
    if (!row) throw new Error('The mailbox is gone')
    return row
  }
  return {
    id,
    userId,
    grantId,
    address,
    box,
    receive(letter = {}) {
      const received = toReceivedMail(address, now(), letter)
      box.receive(received)
      return received.id
    },
    inbox: () =>
      [...box.mails.values()].filter(({ place }) => place === 'inbox').map((one) => one.id),
    row: load,
    decisions: () =>
      db
        .select()
        .from(decisions)
        .where(eq(decisions.mailboxId, id))
        .orderBy(asc(decisions.decidedAt)),
    async standingOf(sender) {
      return (await findStanding(db, userId, sender)) ?? undefined
    },
  }
}

function toTrialEnd(now: Date, isPro: boolean): Date {
  return new Date(now.getTime() + (isPro ? 10 : -10) * dayMs)
}

async function addUser(db: Db, email: string, trialEndsAt: Date): Promise<UserId> {
  const [user] = await db.insert(users).values({ email, trialEndsAt }).returning()
  return user?.id ?? ('' as UserId)
}

let letters = 0

function toReceivedMail(
  to: string,
  now: Date,
  {
    from = 'pat@vendor.example',
    subject = 'Quick question',
    text = 'We help teams like yours to book thirty meetings a month.',
    headers = {},
    receivedAt = now,
    place = 'inbox',
    replyTo,
    to: others = [],
    cc = [],
    threadId,
  }: FakeLetter,
): ReceivedMail {
  letters += 1
  return {
    id: `mail-${letters}` as MailId,
    threadId: threadId ?? `thread-${letters}`,
    messageId: `<${letters}@vendor.example>`,
    receivedAt,
    place,
    isRead: false,
    message: {
      from: from === null ? null : { name: 'Pat', address: from },
      to: [to, ...others].map((address) => ({ name: '', address })),
      cc: cc.map((address) => ({ name: '', address })),
      replyTo: replyTo === undefined ? null : { name: '', address: replyTo },
      subject,
      body: { text, html: null },
      headers: new MessageHeaders([
        ['Message-ID', `<${letters}@vendor.example>`],
        ...Object.entries(headers),
      ]),
    },
  }
}
