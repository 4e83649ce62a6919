import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { examineMailbox } from '@doorman/cli/doctor/mailbox/examine-mailbox'
import { loadMailbox } from '@doorman/cli/doctor/mailbox/load-mailbox'
import type { Finding } from '@doorman/cli/doctor/finding'
import { mailboxes } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import { createFakeClock } from '@doorman/mail/testing/fake-clock'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { fakeSecret, fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { compose } from '@doorman/simulators/world/message/compose'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { createDelivery, question } from './harness/messages.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world, clock, simulated } = demo
const deliver = createDelivery(world)
const toService = (provider: MailProvider) => (provider === 'gmail' ? 'google' : 'microsoft')
const never = new AbortController().signal

beforeEach(() => world.faults.clear())

/** A connected mailbox with a message in the inbox and one that its user has sent. */
async function open(provider: MailProvider) {
  const store = demo.newMailbox(provider)
  const sent = compose({
    ...question,
    from: store.address,
    to: 'CANARY@partner.example',
    date: clock.now(),
    rfcMessageId: '<sent@own.example>',
  })
  store.add({ raw: sent, folders: ['sent'], isRead: true })
  deliver(store, { ...question, from: 'CANARY <CANARY@sender.example>', subject: 'CANARY Grüße' })
  const { mailboxId, sync } = await demo.open(await newSignedInUser(demo), provider, store)
  await sync()
  const toState = () => ({
    messages: [...store.list()].map(({ id, folders, isRead, marks }) => ({
      id,
      folders: [...folders],
      isRead,
      marks: [...marks],
    })),
    folders: store.userFolders.map(({ name }) => name),
  })
  return {
    store,
    mailboxId,
    toState,
    examine: (signal = never) => examine(store.address, signal),
  }
}

async function examine(address: string, signal: AbortSignal) {
  const row = await loadMailbox(ctx.db, { address, provider: null })
  const options = {
    ...simulated,
    db: ctx.db,
    keyRing: createKeyRing([fakeTokenKey]),
    secret: fakeSecret,
    publicUrl: 'http://localhost:3000',
    transport: { fetch: demo.fetch, clock: createFakeClock(clock), random: () => 0.5 },
  }
  return examineMailbox(options, row, signal)
}

const find = (findings: readonly Finding[], subject: string) =>
  findings.find((one) => one.subject === subject)
const statuses = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ subject, status }) => [subject, status]))

/** Drafts that were made and neither deleted nor sent. */
const countDrafts = (address: string) =>
  world.record.drafts.filter(({ mailbox, what }) => mailbox === address && what === 'created')
    .length -
  world.record.drafts.filter(({ mailbox, what }) => mailbox === address && what === 'deleted')
    .length

/** The calls by which doctor makes a thing and reads it afterwards. */
const calls = {
  gmail: {
    folder: { made: /\/labels$/, read: /\/labels$/ },
    draft: { made: /\/drafts$/, read: /\/drafts\// },
  },
  microsoft: {
    folder: { made: /\/mailFolders$/, read: /\/mailFolders\?/ },
    draft: { made: /\/createReply$/, read: /internetMessageId/ },
  },
} as const

/** The tests share a mailbox, because connecting one takes a second. The last ones damage it. */
describe.each(mailProviders)('%s: doctor', (provider) => {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open(provider)
  })

  test('exercises a mailbox, says what it saw and leaves no trace', async () => {
    const { store, toState, examine } = opened
    const before = toState()
    const sends = world.record.sends.length
    const findings = await examine()
    expect(statuses(findings)).toEqual({
      Mailbox: 'ok',
      'Own addresses': 'ok',
      Inbox: 'ok',
      Headers: 'ok',
      'Sent messages': 'ok',
      Correspondents: 'ok',
      Search: 'ok',
      'Label or folder': 'ok',
      Draft: 'ok',
      'Unknown ids': 'ok',
      Push: 'ok',
      Quota: 'ok',
      Traces: 'ok',
    })
    expect(toState()).toEqual(before)
    expect(countDrafts(store.address)).toBe(0)
    expect(world.record.drafts.some(({ mailbox }) => mailbox === store.address)).toBe(true)
    const ends = world.record.watchEnds.filter(({ mailbox }) => mailbox === store.address)
    // Gmail's watch belongs to the product. Microsoft's second subscription was for the check alone.
    expect(ends).toHaveLength(provider === 'gmail' ? 0 : 1)
    expect(world.record.sends).toHaveLength(sends)
    const report = JSON.stringify(findings)
    expect(report).not.toMatch(/CANARY/i)
    expect(report.replaceAll(store.address, '')).not.toContain('@')
  })

  test.each(['folder', 'draft'] as const)(
    'removes what it made although the new %s cannot be read',
    async (thing) => {
      const { store, toState, examine } = opened
      const before = toState()
      const { made, read } = calls[provider][thing]
      let isMade = false
      world.faults.push({
        provider: toService(provider),
        times: 1,
        match: ({ method, url }) => {
          if (method === 'POST' && made.test(url)) isMade = true
          return isMade && method === 'GET' && read.test(url)
        },
        effect: { status: 403, body: refusal(provider) },
      })
      const findings = await examine()
      const subject = thing === 'folder' ? 'Label or folder' : 'Draft'
      expect(findings.filter(({ status }) => status === 'broken')).toMatchObject([{ subject }])
      expect(toState()).toEqual(before)
      expect(countDrafts(store.address)).toBe(0)
    },
  )

  test('says what it could not remove', async () => {
    const { store, examine } = opened
    world.faults.push({
      provider: toService(provider),
      times: Number.POSITIVE_INFINITY,
      match: ({ method, url }) =>
        (method === 'DELETE' && /labels|mailFolders\/[^/]+$/.test(url)) ||
        /mailFolders\/[^/]+\/permanentDelete/.test(url),
      effect: { status: 403, body: refusal(provider) },
    })
    const findings = await examine()
    const [name] = store.userFolders.map((folder) => folder.name).filter((one) => /check/.test(one))
    expect(find(findings, 'Traces')).toMatchObject({ status: 'broken' })
    expect(find(findings, 'Traces')?.says).toContain(`“${name}”`)

    world.faults.clear()
    expect(statuses(await examine())).toMatchObject({ Traces: 'ok' })
    expect(store.userFolders.filter((folder) => /check/.test(folder.name))).toEqual([])
  })

  test('changes nothing in the mailbox after Ctrl+C', async () => {
    const { toState, examine } = opened
    const before = toState()
    const findings = await examine(AbortSignal.abort())
    expect(find(findings, 'Draft')?.says).toBe('not tried: interrupted')
    expect(toState()).toEqual(before)
  })

  test('stops at once if the provider does not answer or limits our rate', async () => {
    const { toState, examine } = opened
    const before = toState()
    world.faults.push({
      provider: toService(provider),
      times: Number.POSITIVE_INFINITY,
      match: () => true,
      effect: { status: 429, body: { error: {} }, headers: { 'retry-after': '600' } },
    })
    const findings = await examine()
    expect(find(findings, 'Own addresses')?.says).toBe(
      'the provider limits our rate, for 600 seconds (429)',
    )
    expect(find(findings, 'Inbox')).toBeUndefined()
    expect(find(findings, 'Quota')?.says).toMatch(/1 refused with 429; retry-after$/)
    const again = await examine()
    expect(again).toMatchObject([{ subject: 'Mailbox', status: 'broken' }])
    expect(toState()).toEqual(before)
  })

  test('says that access was withdrawn', async () => {
    const { store, examine } = opened
    await clock.advance(600_000)
    store.endAccess('revoked')
    expect(find(await examine(), 'Own addresses')?.says).toMatch(/^our access was withdrawn/)
  })
})

function refusal(provider: MailProvider) {
  return provider === 'gmail'
    ? { error: { code: 403, errors: [{ reason: 'forbidden' }] } }
    : { error: { code: 'ErrorInvalidRequest', message: 'CANARY' } }
}

test('a webhook that Graph cannot reach is broken', async () => {
  const { examine } = await open('microsoft')
  world.faults.push({
    provider: 'microsoft',
    times: 1,
    match: ({ method, url }) => method === 'POST' && url.endsWith('/subscriptions'),
    effect: { status: 400, body: { error: { code: 'ValidationError', message: 'CANARY' } } },
  })
  expect(find(await examine(), 'Push')).toMatchObject({
    status: 'broken',
    says: 'the provider could not reach our webhook: the provider refuses the call (400 ValidationError)',
  })
})

test('a draft is not left in Deleted Items where Graph lacks permanentDelete', async () => {
  const { toState, examine } = await open('microsoft')
  const before = toState()
  world.faults.push({
    provider: 'microsoft',
    times: Number.POSITIVE_INFINITY,
    match: ({ url }) => /messages\/[^/]+\/permanentDelete/.test(url),
    effect: { status: 400, body: { error: { code: 'RequestBroker--ParseUri', message: '' } } },
  })
  expect(statuses(await examine())).toMatchObject({ Draft: 'ok', Traces: 'ok' })
  expect(toState()).toEqual(before)
})

test('a draft that could only be moved to Deleted Items is reported', async () => {
  const { examine } = await open('microsoft')
  world.faults.push({
    provider: 'microsoft',
    times: Number.POSITIVE_INFINITY,
    match: ({ url }) => /messages\/[^/]+\/permanentDelete/.test(url),
    effect: 'server-error',
  })
  expect(find(await examine(), 'Traces')).toMatchObject({
    status: 'broken',
    says: 'left behind: a draft in Deleted Items',
  })
})

describe('doctor does not examine', () => {
  let gmail: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    gmail = await open('gmail')
  })

  const load = (address: string, provider: MailProvider | null = null) =>
    loadMailbox(ctx.db, { address, provider })

  test('a mailbox that is not connected', async () => {
    await expect(load('nobody@own.example')).rejects.toThrow(
      'No mailbox with the address nobody@own.example is connected.',
    )
    await expect(load('nobody@own.example', 'gmail')).rejects.toThrow('connected at Gmail.')
  })

  test('one of two mailboxes with the same address without being told which', async () => {
    const outlook = await open('microsoft')
    const address = 'Both@own.example'
    for (const { mailboxId } of [gmail, outlook])
      await ctx.db.update(mailboxes).set({ address }).where(eq(mailboxes.id, mailboxId))
    await expect(load('both@own.example')).rejects.toThrow(/--provider gmail or --provider/)
    expect(await load('both@own.example', 'microsoft')).toMatchObject({ id: outlook.mailboxId })
  })

  test.each([
    [{ isPaused: true }, /has paused/],
    [{ isPaused: false, isActive: false }, /plan/],
    [{ isActive: true, problem: 'needs-reconnect', nextCheckAt: null }, /has to be reconnected/],
  ] as const)('a mailbox with %j', async (values, sentence) => {
    const { store, mailboxId } = gmail
    await ctx.db
      .update(mailboxes)
      .set({ ...values, address: store.address })
      .where(eq(mailboxes.id, mailboxId))
    await expect(load(store.address)).rejects.toThrow(sentence)
  })
})
