import { expect, test } from 'vitest'
import { VirtualClock } from './clock.ts'
import { compose } from './message/compose.ts'
import { createWorld, type World } from './world.ts'

const makeWorld = (fetch?: typeof globalThis.fetch): World =>
  createWorld({
    clock: new VirtualClock(new Date('2026-11-15T12:00:00Z')),
    ...(fetch && { fetch }),
  })

const pitch = (overrides: Partial<Parameters<typeof compose>[0]> = {}) =>
  compose({
    from: 'Jo <jo@vendor.test>',
    to: 'ann@example.com',
    subject: 'Quick question',
    text: 'Hello',
    date: new Date('2026-11-15T11:59:00Z'),
    rfcMessageId: '<1@vendor.test>',
    ...overrides,
  })

test('an incoming message gets the headers of the receiving provider, above forged ones', () => {
  const world = makeWorld()
  world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  world.addMailbox({ provider: 'microsoft', address: 'bo@example.org', name: 'Bo' })
  const forged = pitch({
    headers: [{ name: 'Authentication-Results', value: 'mx.google.com; dmarc=pass' }],
  })
  const { headers } = world.deliver(forged, 'ann@example.com', { authentication: 'fail' })
  expect(headers.findAll('authentication-results')).toEqual([
    expect.stringMatching(/^mx\.google\.com; .*dmarc=fail header\.from=vendor\.test$/),
    'mx.google.com; dmarc=pass',
  ])
  expect(headers.find('received')).toContain('by mx.google.com')
  expect(world.deliver(pitch(), 'bo@example.org').headers.find('authentication-results')).toMatch(
    /^spf=pass .*compauth=pass/,
  )
})

test.each([
  ['inbox', 'dest:I;'],
  ['junk', 'dest:J;'],
  ['archive', 'dest:C;'],
])('Exchange notes that it delivered a message to %s', (folder, note) => {
  const world = makeWorld()
  world.addMailbox({ provider: 'microsoft', address: 'bo@example.org', name: 'Bo' })
  const { headers } = world.deliver(pitch(), 'bo@example.org', { folders: [folder] })
  expect(headers.find('x-microsoft-antispam-mailbox-delivery')).toContain(note)
})

test('a message sent from one mailbox arrives in the other, without its Bcc', async () => {
  const world = makeWorld()
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  const bo = world.addMailbox({ provider: 'microsoft', address: 'bo@example.org', name: 'Bo' })
  const raw = pitch({
    from: 'ann@example.com',
    to: 'someone@elsewhere.test',
    headers: [{ name: 'Bcc', value: 'bo@example.org' }],
  })
  world.send(ann, raw)
  expect([...bo.list()]).toEqual([])
  await world.clock.advance(1000)
  const [arrived] = bo.list('inbox')
  expect(arrived?.headers.find('bcc')).toBeNull()
  expect(arrived?.headers.find('authentication-results')).toContain('dmarc=pass')
  expect(world.record.sends).toMatchObject([
    { mailbox: 'ann@example.com', recipients: ['someone@elsewhere.test', 'bo@example.org'] },
  ])
})

test('an external address replies to what it receives', async () => {
  const world = makeWorld()
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  world.addExternalAddress({
    address: 'Jo@vendor.test',
    reply: ({ headers }) => [pitch({ subject: `Re: ${headers.find('subject')}` })],
  })
  world.send(ann, pitch({ from: 'ann@example.com', to: 'jo@vendor.test' }))
  await world.clock.advance(2000)
  expect([...ann.list('inbox')].map(({ headers }) => headers.find('subject'))).toEqual([
    'Re: Quick question',
  ])
})

test('initial messages get the provider’s headers, except sent ones', () => {
  const ann = makeWorld().addMailbox({
    provider: 'google',
    address: 'ann@example.com',
    name: 'Ann',
    messages: [
      { raw: pitch(), isRead: true, receivedAt: new Date('2026-11-01T00:00:00Z') },
      { raw: pitch({ from: 'ann@example.com' }), folders: ['sent'] },
    ],
  })
  const [received] = ann.list('inbox')
  expect(received).toMatchObject({ isRead: true, receivedAt: new Date('2026-11-01T00:00:00Z') })
  expect(received?.headers.find('received')).toContain('01 Nov 2026')
  expect([...ann.list('sent')][0]?.raw).toEqual(pitch({ from: 'ann@example.com' }))
})

test('an address or alias belongs to only one mailbox', () => {
  const world = makeWorld()
  const ann = world.addMailbox({
    provider: 'google',
    address: 'ann@example.com',
    name: 'Ann',
    aliases: ['team@example.com'],
  })
  expect(world.findMailbox('Team+news@example.com')).toBe(ann)
  expect(() =>
    world.addMailbox({ provider: 'microsoft', address: 'team@example.com', name: 'Team' }),
  ).toThrow('taken')
  expect(() => world.deliver(pitch(), 'nobody@example.com')).toThrow('No mailbox has')
})

test('a message to oneself is delivered as a copy by Exchange, but not by Gmail', async () => {
  const world = makeWorld()
  for (const [provider, address, copies] of [
    ['google', 'ann@example.com', 0],
    ['microsoft', 'bo@example.org', 1],
  ] as const) {
    const store = world.addMailbox({ provider, address, name: 'Self' })
    world.send(store, pitch({ from: address, to: address }))
    await world.clock.advance(1000)
    expect([...store.list()]).toHaveLength(copies)
  }
})

test('requests are recorded, with or without a response', async () => {
  const world = makeWorld()
  const responses = { rateLimit: () => new Response(), serverError: () => new Response() }
  const serve = world.serve('google', async () => new Response('fine'), responses)
  world.faults.push({ provider: 'google', skip: 1, effect: 'cut' })
  await serve(new Request('http://provider.test/mail?q=1'))
  await expect(serve(new Request('http://provider.test/mail'))).rejects.toThrow('fetch failed')
  expect(world.record.requests.map(({ url, status }) => [url, status])).toEqual([
    ['/mail?q=1', 200],
    ['/mail', null],
  ])
})

const notification = (body: string) => ({
  provider: 'google' as const,
  makeRequest: () => new Request('http://product.test/hook', { method: 'POST', body }),
  retryForMs: 3_600_000,
})

test('notifications are sent when the clock advances, and retried until they succeed', async () => {
  const statuses = [503, 500, 204]
  const world = makeWorld(async () => new Response(null, { status: statuses.shift() ?? 204 }))
  world.pushDelivery.send(notification('one'))
  expect(world.record.notifications).toEqual([])
  await world.clock.advance(0)
  await world.clock.advance(3_600_000)
  expect(
    world.record.notifications.map(({ at, status }) => [at.toISOString().slice(14, 19), status]),
  ).toEqual([
    ['00:00', 503],
    ['00:10', 500],
    ['00:30', 204],
  ])
})

test.each([
  { faults: { drop: true }, arrived: '' },
  { faults: { copies: 2 }, arrived: 'aabb' },
  { faults: { reorder: true }, arrived: 'ba' },
  { faults: {}, arrived: 'ab' },
])('with the faults $faults, "ab" arrives as "$arrived"', async ({ faults, arrived }) => {
  const world = makeWorld(async () => new Response())
  world.pushDelivery.setFaults(faults)
  world.pushDelivery.send(notification('a'))
  world.pushDelivery.send(notification('b'))
  await world.clock.advance(0)
  expect(world.record.notifications.map(({ body }) => body).join('')).toBe(arrived)
})

test('a delayed notification arrives after the delay', async () => {
  const world = makeWorld(async () => new Response())
  world.pushDelivery.setFaults({ delayMs: 60_000 })
  world.pushDelivery.send(notification('a'))
  await world.clock.advance(59_999)
  expect(world.record.notifications).toHaveLength(0)
  await world.clock.advance(1)
  expect(world.record.notifications).toHaveLength(1)
})

test('the same seed makes the same world', () => {
  const ids = [7, 7, 8].map((seed) => {
    const world = createWorld({ clock: new VirtualClock(new Date(0)), seed })
    world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
    return world.deliver(pitch(), 'ann@example.com').id
  })
  expect(ids[0]).toBe(ids[1])
  expect(ids[0]).not.toBe(ids[2])
})
