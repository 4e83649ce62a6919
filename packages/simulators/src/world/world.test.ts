import { expect, test } from 'vitest'
import { VirtualClock } from './clock.ts'
import { compose } from './compose.ts'
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
    messageId: '<1@vendor.test>',
    ...overrides,
  })

test('mail from outside is stamped by the provider that takes it (F49)', () => {
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

test('what one mailbox sends reaches the other, fresh and without its Bcc', async () => {
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

test('an outsider answers what they are sent', async () => {
  const world = makeWorld()
  const ann = world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  world.addOutsider({
    address: 'Jo@vendor.test',
    answer: ({ headers }) => [pitch({ subject: `Re: ${headers.find('subject')}` })],
  })
  world.send(ann, pitch({ from: 'ann@example.com', to: 'jo@vendor.test' }))
  await world.clock.advance(2000)
  expect([...ann.list('inbox')].map(({ headers }) => headers.find('subject'))).toEqual([
    'Re: Quick question',
  ])
})

test('a mailbox begins with the mail it is given: received mail stamped, own mail as it is', () => {
  const ann = makeWorld().addMailbox({
    provider: 'google',
    address: 'ann@example.com',
    name: 'Ann',
    mails: [
      { raw: pitch(), isRead: true, receivedAt: new Date('2026-11-01T00:00:00Z') },
      { raw: pitch({ from: 'ann@example.com' }), places: ['sent'] },
    ],
  })
  const [received] = ann.list('inbox')
  expect(received).toMatchObject({ isRead: true, receivedAt: new Date('2026-11-01T00:00:00Z') })
  expect(received?.headers.find('received')).toContain('01 Nov 2026')
  expect([...ann.list('sent')][0]?.raw).toEqual(pitch({ from: 'ann@example.com' }))
})

test('an address belongs to one mailbox, aliases included', () => {
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
  expect(() => world.deliver(pitch(), 'nobody@example.com')).toThrow('Nobody here')
})

test('who writes to themselves gets a copy from Exchange and none from Gmail', async () => {
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

test('requests are recorded, answered or not', async () => {
  const world = makeWorld()
  const words = { rateLimit: () => new Response(), serverError: () => new Response() }
  const serve = world.serve('google', async () => new Response('fine'), words)
  world.faults.push({ provider: 'google', skip: 1, make: 'cut' })
  await serve(new Request('http://provider.test/mail?q=1'))
  await expect(serve(new Request('http://provider.test/mail'))).rejects.toThrow('fetch failed')
  expect(world.record.requests.map(({ url, status }) => [url, status])).toEqual([
    ['/mail?q=1', 200],
    ['/mail', null],
  ])
})

const note = (name: string) => ({
  provider: 'google' as const,
  make: () => new Request('http://product.test/hook', { method: 'POST', body: name }),
  retryForMs: 3_600_000,
})

test('notifications leave with the clock and are tried again until answered (R1)', async () => {
  const statuses = [503, 500, 204]
  const world = makeWorld(async () => new Response(null, { status: statuses.shift() ?? 204 }))
  world.courier.send(note('one'))
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
  { conduct: { drop: true }, arrived: '' },
  { conduct: { copies: 2 }, arrived: 'aabb' },
  { conduct: { reorder: true }, arrived: 'ba' },
  { conduct: {}, arrived: 'ab' },
])('a courier told $conduct brings "$arrived" (F13, F14, F15)', async ({ conduct, arrived }) => {
  const world = makeWorld(async () => new Response())
  world.courier.behave(conduct)
  world.courier.send(note('a'))
  world.courier.send(note('b'))
  await world.clock.advance(0)
  expect(world.record.notifications.map(({ body }) => body).join('')).toBe(arrived)
})

test('a late notification comes late', async () => {
  const world = makeWorld(async () => new Response())
  world.courier.behave({ delayMs: 60_000 })
  world.courier.send(note('a'))
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
