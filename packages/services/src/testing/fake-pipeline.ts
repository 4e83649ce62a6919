import { certainPitch } from '@doorman/classifier/testing/fake-classifier'
import type { Db } from '@doorman/db/client'
import { findReputation } from '@doorman/db/queries/sender-reputations'
import { decisions, grants, mailboxes, users } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { GrantId, MailboxId, ProviderMessageId, UserId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { dayMs } from '@doorman/domain/time'
import { MessageHeaders } from '@doorman/domain/mail/message'
import { FakeMailbox } from '@doorman/mail/testing/fake-mailbox'
import type { ReceivedMessage } from '@doorman/mail/mailbox'
import {
  openFakeRuntime,
  type FakeRuntime,
  type FakeRuntimeOptions,
} from '@doorman/runtime/testing/fake-runtime'
import { handlers } from '@doorman/worker/handlers'
import { asc, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect } from 'vitest'
import { syncMailbox } from '../pipeline/sync/sync-mailbox.ts'

/** The parts of a message that tests set. The rest has defaults. */
export type FakeMessage = {
  readonly from?: string | null
  readonly subject?: string
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly receivedAt?: Date
  readonly location?: ReceivedMessage['location']
  readonly replyTo?: string
  /** The address that it was sent to, if it is not the mailbox's own. */
  readonly sentTo?: string
  /** Recipients in addition to the mailbox itself. */
  readonly to?: readonly string[]
  readonly cc?: readonly string[]
  readonly threadId?: string
  /** Result of the provider's DMARC check. Takes effect only with `withDmarcPass`. */
  readonly dmarc?: 'pass' | 'fail' | 'none'
}

/** A user's connected mailbox: its rows in our database, and `box` at the provider. */
export type FakeInbox = {
  readonly id: MailboxId
  readonly userId: UserId
  readonly grantId: GrantId
  readonly address: string
  readonly box: FakeMailbox
  receive(message?: FakeMessage): ProviderMessageId
  /** The messages in the inbox, oldest first. */
  inbox(): ProviderMessageId[]
  row(): Promise<typeof mailboxes.$inferSelect>
  decisions(): Promise<(typeof decisions.$inferSelect)[]>
  reputationOf(address: string): Promise<string | undefined>
}

type InboxOptions = {
  readonly provider?: MailProvider
  readonly isPro?: boolean
  /** Adds the mailbox to the user of this one. */
  readonly of?: Pick<FakeInbox, 'userId'>
}

export type FakePipeline = Omit<FakeRuntime, 'runJobsUntilIdle'> & {
  runJobsUntilIdle(): Promise<void>
  /** Syncs the mailbox and runs all jobs that follow from it. */
  sync(inbox: FakeInbox): Promise<void>
  /** `together`: as usual. `alone`: from now on every `sync` goes the careful way. */
  screen(way: 'together' | 'alone'): void
  /** Makes the next sync of the mailbox go the careful way, as after one that died. */
  leaveSyncUnfinished(inbox: FakeInbox): Promise<void>
  /** A new user in their trial, unless `isPro` is false, with one mailbox. */
  newInbox(options?: InboxOptions): Promise<FakeInbox>
  /** The classifier's verdict from now on. */
  judgeAll(verdict: 'cold' | 'ordinary'): void
  /** Allows an error with this event in the log. Any other error fails the test. */
  expectError(event: string): void
  /** Makes all waiting retries and delayed jobs due. */
  makeRetriesDue(): Promise<void>
}

/** The real runtime and handlers on a database of their own, with mailboxes in memory. */
export async function openFakePipeline(options: FakeRuntimeOptions = {}): Promise<FakePipeline> {
  const runtime = await openFakeRuntime(await createTestDatabase(), options)
  const { ctx, classifier, logs } = runtime
  const ordinary = classifier.verdict
  const expected: string[] = []
  let way: 'together' | 'alone' = 'together'
  const leaveSyncUnfinished = async ({ id }: Pick<FakeInbox, 'id'>) => {
    const syncRun = sql`${mailboxes.syncRun} + 1`
    await ctx.db.update(mailboxes).set({ syncRun }).where(eq(mailboxes.id, id))
  }
  const runJobsUntilIdle = () => runtime.runJobsUntilIdle(handlers)
  afterAll(() => runtime.close())
  afterEach(() => {
    const errors = logs.filter((line) => line.includes('"level":"error"'))
    logs.length = 0
    expect(errors.filter((line) => !expected.some((event) => line.includes(event)))).toEqual([])
    expected.length = 0
  })
  return {
    ...runtime,
    runJobsUntilIdle,
    screen(chosen) {
      way = chosen
    },
    leaveSyncUnfinished,
    async sync(inbox) {
      if (way === 'alone') await leaveSyncUnfinished(inbox)
      await syncMailbox(ctx, { mailboxId: inbox.id })
      await runJobsUntilIdle()
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

let inboxCount = 0

async function addInbox(
  { ctx, mail }: FakeRuntime,
  { provider = 'gmail', isPro = true, of: owner }: InboxOptions,
): Promise<FakeInbox> {
  const { db, now } = ctx
  inboxCount += 1
  const address = `owner${inboxCount}@own${inboxCount}.example`
  const userId = owner?.userId ?? (await addUser(db, address, toTrialEnd(now(), isPro)))
  const grantId = randomUUID() as GrantId
  await db.insert(grants).values({
    id: grantId,
    provider,
    providerAccountId: address,
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
      providerAccountId: address,
      address,
      // Connected long ago, so that tests can receive old messages.
      createdAt: new Date(now().getTime() - 365 * dayMs),
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
    receive(message = {}) {
      const received = toReceivedMessage(address, now(), message)
      box.receive(received)
      return received.id
    },
    inbox: () =>
      [...box.messages.values()]
        .filter(({ location }) => location === 'inbox')
        .map((one) => one.id),
    row: load,
    decisions: () =>
      db
        .select()
        .from(decisions)
        .where(eq(decisions.mailboxId, id))
        .orderBy(asc(decisions.decidedAt)),
    async reputationOf(sender) {
      return (await findReputation(db, userId, sender)) ?? undefined
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

let messageCount = 0

function toReceivedMessage(
  to: string,
  now: Date,
  {
    from = 'pat@vendor.example',
    subject = 'Quick question',
    text = 'We help teams like yours to book thirty meetings a month.',
    headers = {},
    receivedAt = now,
    location = 'inbox',
    replyTo,
    sentTo = to,
    to: others = [],
    cc = [],
    threadId,
  }: FakeMessage,
): ReceivedMessage {
  messageCount += 1
  return {
    id: `message-${messageCount}` as ProviderMessageId,
    threadId: threadId ?? `thread-${messageCount}`,
    rfcMessageId: `<${messageCount}@vendor.example>`,
    receivedAt,
    location,
    isRead: false,
    message: {
      from: from === null ? null : { name: 'Pat', address: from },
      to: [sentTo, ...others].map((address) => ({ name: '', address })),
      cc: cc.map((address) => ({ name: '', address })),
      replyTo: replyTo === undefined ? null : { name: '', address: replyTo },
      subject,
      body: { text, html: null },
      headers: new MessageHeaders([
        ['Message-ID', `<${messageCount}@vendor.example>`],
        ...Object.entries(headers),
      ]),
    },
  }
}
