import { describe, expect, test } from 'vitest'
import { immutable, openTestApp, type Caller } from '../testing/microsoft-app.ts'
import { readHeaders } from '../world/message/mime.ts'
import { refusals } from './delta/sync-states.ts'
import { knownQuirks, type Quirks } from './quirks.ts'

type TestApp = ReturnType<typeof openTestApp>
/** With the quirk's default, or with the setting that a test gives it. */
type Fixture = (testApp: TestApp, graph: Caller) => Promise<void>

const markId = 'String {00000000-0000-0000-0000-000000000001} Name Mark'
const expand = `$expand=singleValueExtendedProperties($filter=id eq '${markId}')`
const delta = (folder: string) => `me/mailFolders/${folder}/messages/delta?$select=receivedDateTime`

/** Creates a reply with a header, a category and two properties, and sends it. */
async function sendReply({ deliver, ann }: TestApp, graph: Caller, suppress = false) {
  deliver(ann)
  const { id } = (await graph.get('me/messages', immutable)).body.value[0]
  const message = {
    categories: ['Ours'],
    internetMessageHeaders: [{ name: 'X-Auto-Response-Suppress', value: 'All' }],
  }
  const draft = (await graph.post(`me/messages/${id}/createReply`, { message }, immutable)).body
  for (const value of ['c0', 'c1'])
    await graph.patch(`me/messages/${draft.id}`, {
      singleValueExtendedProperties: [
        { id: markId, value },
        ...(suppress ? [{ id: 'Integer 0x3FDF', value: '-1' }] : []),
      ],
    })
  expect((await graph.post(`me/messages/${draft.id}/send`)).status).toBe(202)
  return draft
}

async function listSent(graph: Caller) {
  const query = `$select=categories&${encodeURI(expand)}`
  const list = await graph.get(`me/mailFolders/sentitems/messages?${query}`, immutable)
  return list.body.value
}

/** One per quirk: the answer of Graph, field by field. */
const fixtures: Readonly<Record<keyof Quirks, Fixture>> = {
  async emptySearches({ connect, ann, bob, deliver, microsoft }) {
    const find = async (store: typeof ann) =>
      (await (await connect(store)).get('me/messages?$search="from:pat@vendor.test"')).body.value
    deliver(ann)
    deliver(bob)
    expect(await find(ann)).toHaveLength(1)
    expect(await find(bob)).toEqual([])
    microsoft.setQuirks({ emptySearches: false })
    expect(await find(bob)).toHaveLength(1)
  },

  async missingHeaders({ ann, deliver, microsoft }, graph) {
    deliver(ann, { headers: [{ name: 'Cc', value: 'kim@acme.test' }] })
    const list = async () => {
      const { body } = await graph.get('me/messages?$select=internetMessageHeaders,from')
      const [{ internetMessageHeaders, from }] = body.value
      expect(from.emailAddress.address).toBe('pat@vendor.test')
      return internetMessageHeaders.map(({ name }: { name: string }) => name)
    }
    expect(await list()).toEqual(expect.arrayContaining(['Subject', 'Message-ID']))
    for (const name of ['From', 'To', 'Cc']) expect(await list()).not.toContain(name)
    microsoft.setQuirks({ missingHeaders: ['Subject'] })
    expect(await list()).toEqual(expect.arrayContaining(['From', 'To', 'Cc']))
    expect(await list()).not.toContain('Subject')
  },

  async partialReadChanges({ ann, deliver, clock, microsoft }, graph) {
    const old = deliver(ann)
    await clock.advance(60_000)
    const since = `${clock.now().toISOString().slice(0, 19)}Z`
    const filter = `${delta('inbox')}&$filter=receivedDateTime ge ${since}`
    const { '@odata.deltaLink': link, value } = (await graph.get(filter, immutable)).body
    expect(value).toEqual([])
    ann.update(old.id, { isRead: true })
    const folder = (await graph.get('me/mailFolders/inbox')).body
    expect((await graph.get(link, immutable)).body.value).toEqual([
      { id: expect.any(String), isRead: true, parentFolderId: folder.id },
    ])
    microsoft.setQuirks({ partialReadChanges: false })
    expect((await graph.get(link, immutable)).body.value).toEqual([])
  },

  async emptyDeltaPages({ ann, deliver, microsoft }, graph) {
    deliver(ann)
    microsoft.setQuirks({ emptyDeltaPages: 1 })
    const { body } = await graph.get(delta('inbox'))
    expect(body.value).toEqual([])
    expect((await graph.get(body['@odata.nextLink'])).body.value).toHaveLength(1)
  },

  async repeatingDeltaPages({ ann, deliver, microsoft }, graph) {
    deliver(ann)
    microsoft.setQuirks({ repeatingDeltaPages: 1 })
    const [first, second] = (await graph.get(delta('inbox'))).body.value
    expect(second).toEqual(first)
  },

  async missedReturns({ ann, deliver, microsoft }, graph) {
    const { id } = deliver(ann)
    ann.move(id, 'junk')
    const { '@odata.deltaLink': link } = (await graph.get(delta('inbox'), immutable)).body
    ann.move(id, 'inbox')
    expect((await graph.get(link, immutable)).body.value).toHaveLength(1)
    microsoft.setQuirks({ missedReturns: true })
    expect((await graph.get(link, immutable)).body.value).toEqual([])
    deliver(ann)
    expect((await graph.get(link, immutable)).body.value).toHaveLength(1)
  },

  async sentCopyLateByMs(testApp, graph) {
    await sendReply(testApp, graph)
    expect(await listSent(graph)).toEqual([])
    await testApp.clock.advance(1000)
    expect(await listSent(graph)).toHaveLength(1)
  },

  async sentCopyHasNewId(testApp, graph) {
    const draft = await sendReply(testApp, graph)
    await testApp.clock.advance(1000)
    const [sent] = await listSent(graph)
    expect(sent.id).not.toBe(draft.id)
    expect((await graph.get(`me/messages/${draft.id}`, immutable)).status).toBe(404)
  },

  async sentCopyLosesCategories(testApp, graph) {
    testApp.microsoft.setQuirks({ sentCopyLateByMs: 0 })
    await sendReply(testApp, graph)
    expect(await listSent(graph)).toMatchObject([
      {
        categories: [],
        singleValueExtendedProperties: [{ id: markId.toLowerCase(), value: 'c1' }],
      },
    ])
    testApp.microsoft.setQuirks({ sentCopyLateByMs: 0, sentCopyLosesCategories: false })
    await sendReply(testApp, graph)
    expect((await listSent(graph))[0]).toMatchObject({ categories: ['Ours'] })
  },

  async droppedSuppressHeader(testApp, graph) {
    await sendReply(testApp, graph)
    await sendReply(testApp, graph, true)
    const values = testApp.world.record.sends.map(({ raw }) =>
      readHeaders(raw).findAll('x-auto-response-suppress'),
    )
    expect(values).toEqual([[], ['All']])
  },

  async prolongedThrottling({ ann, microsoft, clock }, graph) {
    microsoft.throttle(ann, 60_000)
    const ask = () => graph.get('me/messages')
    await clock.advance(50_000)
    expect(await ask()).toMatchObject({ status: 429 })
    expect((await ask()).headers.get('retry-after')).toBe('60')
    await clock.advance(50_000)
    expect((await ask()).status).toBe(429)
    await clock.advance(60_000)
    expect((await ask()).status).toBe(200)
  },

  async plainPersonalUsers({ connect, world }) {
    const kim = world.addMailbox({
      provider: 'microsoft',
      address: 'kim@hotmail.com',
      contactAddress: 'kim@gmail.com',
      name: 'Kim',
    })
    const me = await (await connect(kim)).get('me?$select=mail,userPrincipalName,proxyAddresses')
    expect(me.body).toEqual({
      '@odata.context': 'https://graph.test/v1.0/$metadata#users/$entity',
      id: kim.owner.subject,
      displayName: 'Kim',
      mail: 'kim@gmail.com',
      userPrincipalName: 'kim@hotmail.com',
    })
  },

  async silentPersonalLifecycle() {
    const bodies: string[] = []
    const testApp = openTestApp(async (input, init) => {
      const request = new Request(input, init)
      const token = new URL(request.url).searchParams.get('validationToken')
      if (token === null) bodies.push(await request.text())
      return new Response(token ?? '')
    })
    for (const store of [testApp.ann, testApp.bob]) {
      const graph = await testApp.connect(store)
      const created = await subscribe(graph, testApp, 60)
      expect(created.status).toBe(201)
      testApp.microsoft.sendLifecycleEvent(store, 'missed')
      await testApp.clock.advance(2000)
    }
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toContain('"lifecycleEvent":"missed"')
  },

  async maxSubscriptionMinutes() {
    const testApp = openTestApp(async (input) => {
      const { searchParams } = new URL(new Request(input).url)
      return new Response(searchParams.get('validationToken') ?? '')
    })
    const graph = await testApp.connect(testApp.ann)
    expect((await subscribe(graph, testApp, 10_075)).status).toBe(400)
    testApp.microsoft.setQuirks({ maxSubscriptionMinutes: 4230 })
    expect(await subscribe(graph, testApp, 4240)).toMatchObject({
      status: 400,
      body: { error: { code: 'ExtensionError' } },
    })
    expect((await subscribe(graph, testApp, 4230)).status).toBe(201)
  },
}

function subscribe(graph: Caller, { clock }: TestApp, minutes: number) {
  return graph.post('subscriptions', {
    resource: "me/mailFolders('inbox')/messages",
    changeType: 'created',
    notificationUrl: 'https://app.test/hook',
    lifecycleNotificationUrl: 'https://app.test/lifecycle',
    expirationDateTime: new Date(clock.now().getTime() + minutes * 60_000).toISOString(),
  })
}

describe('a quirk of Graph', () => {
  test.each(Object.entries(fixtures))('%s', async (_name, fixture) => {
    expect.hasAssertions()
    const testApp = openTestApp()
    await fixture(testApp, await testApp.connect(testApp.ann))
  })

  test('is described, with its source', () => {
    for (const { what, source } of Object.values(knownQuirks)) {
      expect(what).toMatch(/^.{20,}\.$/)
      expect(source).toMatch(/^https:|^public issue tracker: .|^unverified/)
    }
  })
})

test.each(refusals)('a lost delta link can be refused as $status $code', async (refusal) => {
  const { connect, ann, microsoft } = openTestApp()
  const graph = await connect(ann)
  const { '@odata.deltaLink': link } = (await graph.get(delta('inbox'))).body
  microsoft.loseSyncState(ann, refusal)
  expect(await graph.get(link)).toMatchObject({
    status: refusal.status,
    body: { error: { code: refusal.code } },
  })
})

test.each([
  ['not-enabled', 404, 'MailboxNotEnabledForRESTAPI'],
  ['unlicensed', 401, 'UnknownError'],
  ['undiscovered', 404, 'ResourceNotFound'],
] as const)('an account without a mailbox: %s gets %i', async (how, status, code) => {
  const { connect, ann, microsoft } = openTestApp()
  const graph = await connect(ann)
  microsoft.removeMailbox(ann, how)
  const refused = { status, body: { error: { code } } }
  expect(await graph.get('me/messages')).toMatchObject(refused)
  expect(await graph.get('me/mailFolders/inbox')).toMatchObject(refused)
  expect((await graph.get('me')).status).toBe(200)
})
