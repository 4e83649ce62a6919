import { beforeEach, describe, expect, test } from 'vitest'
import { Arrivals } from '../scenes/arrivals.ts'
import { createMessageMaker } from '../scenes/message-maker.ts'
import type { SceneMessage } from '../scenes/scene.ts'
import { VirtualClock } from '../world/clock.ts'
import { dayMs } from '../world/time.ts'
import { composeReply } from '../world/external-addresses.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import { compose } from '../world/message/compose.ts'
import { readHeaders } from '../world/message/mime.ts'
import { createWorld, type Handler, type World } from '../world/world.ts'
import { createWorldPage } from './world-page.ts'

const url = 'http://localhost:3000/dev/world/'
const now = new Date('2026-11-16T09:00:00Z')

const upcoming: SceneMessage = {
  id: 'upcoming',
  folder: 'inbox',
  from: 'Jo <jo@vendor.test>',
  to: ['Ann <ann@example.com>'],
  cc: [],
  subject: 'On its way',
  minutesAgo: 0,
  isRead: false,
  inReplyTo: null,
  headers: {},
  text: 'Hello',
  html: null,
}

let world: World
let ann: MailStore
let page: Handler

beforeEach(() => {
  world = createWorld({ clock: new VirtualClock(now) })
  ann = world.addMailbox({
    provider: 'google',
    address: 'ann@example.com',
    name: 'Ann Ash',
    about: 'founder',
  })
  world.addMailbox({ provider: 'microsoft', address: 'bo@example.org', name: 'Bo' })
  const makeMessage = createMessageMaker({ messages: [], arrivals: [upcoming] })
  page = createWorldPage({
    world,
    arrivals: new Arrivals(world, [{ store: ann, messages: [upcoming], makeMessage }]),
    passDays: (days) => world.clock.advance(days * dayMs),
  })
})

async function open(query: Readonly<Record<string, string>> = {}) {
  const response = await page(new Request(`${url}?${new URLSearchParams(query)}`))
  return { response, status: response.status, html: await response.text() }
}

const sameOrigin = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }

async function post(
  fields: Readonly<Record<string, string | File>>,
  headers: Readonly<Record<string, string>> = sameOrigin,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const response = await page(new Request(url, { method: 'POST', body: form, headers }))
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: await response.text(),
  }
}

const toRaw = (overrides: Partial<Parameters<typeof compose>[0]> = {}) =>
  compose({
    from: 'Jo <jo@vendor.test>',
    to: 'ann@example.com',
    subject: 'Quick question',
    text: 'Do you have ten minutes?',
    date: now,
    rfcMessageId: '<1@vendor.test>',
    ...overrides,
  })

/** Ann's reply to a message. */
const replyTo = (raw: Uint8Array) =>
  composeReply('ann@example.com', { raw, headers: readHeaders(raw), at: now }, 'Who are you?')

describe('reading', () => {
  test('the overview lists every mailbox with its folders and whether access is granted', async () => {
    world.deliver(toRaw(), 'ann@example.com')
    world.deliver(toRaw(), 'ann@example.com', { isRead: true, folders: ['archive'] })
    expect((await open()).html).not.toContain('Access granted')
    world.record.grants.push({
      provider: 'google',
      mailbox: 'ann@example.com',
      at: now,
      accessEndCount: 0,
    })
    const { html } = await open()
    for (const text of [
      'Ann Ash</strong>, founder',
      'Inbox 1 · 1 unread',
      'Archive 1',
      'Access granted',
    ])
      expect(html).toContain(text)
    expect(html).toContain('Nothing has been sent yet.')
  })

  test('access that the app or the owner revoked is no longer shown as granted', async () => {
    const grant = { provider: 'google', mailbox: 'ann@example.com' } as const
    const later = new Date(now.getTime() + 60_000)
    const latest = new Date(now.getTime() + 120_000)
    const isGranted = async () => (await open()).html.includes('Access granted')
    world.record.grants.push({ ...grant, at: now, accessEndCount: 0 })
    world.record.grantEnds.push({ ...grant, at: later })
    expect(await isGranted()).toBe(false)
    world.record.grants.push({ ...grant, at: latest, accessEndCount: 0 })
    expect(await isGranted()).toBe(true)
    ann.endAccess('revoked')
    expect(await isGranted()).toBe(false)
    world.record.grants.push({ ...grant, at: latest, accessEndCount: 1 })
    expect(await isGranted()).toBe(true)
  })

  test('a mailbox lists sender, recipient, subject, folders, marks and read state', async () => {
    ann.putUserFolder({ id: 'Label_1', name: 'Doorman' })
    world.deliver(toRaw(), 'ann@example.com', { folders: ['inbox', 'Label_1'], marks: ['STARRED'] })
    const { html } = await open({ mailbox: 'ann@example.com' })
    for (const text of [
      'Quick question',
      'Jo &#60;jo@vendor.test&#62; to ann@example.com',
      'Unread',
      'Inbox',
      'Doorman',
      'STARRED',
      '2026-11-16 09:00:00 UTC',
    ])
      expect(html).toContain(text)
    const inLabel = await open({ mailbox: 'ann@example.com', folder: 'Label_1' })
    expect(inLabel.html).toContain('Quick question')
    const archive = await open({ mailbox: 'ann@example.com', folder: 'archive' })
    expect(archive.html).toContain('No emails here.')
  })

  test('a long folder is paged', async () => {
    for (let number = 1; number <= 60; number++)
      world.deliver(toRaw({ subject: `Number ${number}.` }), 'ann@example.com')
    const first = await open({ mailbox: 'ann@example.com' })
    expect(first.html).toContain('Number 60.')
    expect(first.html).not.toContain('Number 10.')
    const second = await open({ mailbox: 'ann@example.com', page: '2' })
    expect(second.html).toContain('Number 10.')
    expect(second.html).not.toContain('Older')
    expect((await open({ mailbox: 'ann@example.com', page: '-7.5' })).html).toContain('Number 60.')
  })

  test('a message is shown with its headers and text', async () => {
    const { id } = world.deliver(toRaw(), 'ann@example.com', { authentication: 'fail' })
    const { html } = await open({ mailbox: 'ann@example.com', message: id })
    for (const text of [
      'Do you have ten minutes?',
      'Message-ID',
      '&#60;1@vendor.test&#62;',
      'dmarc=fail',
    ])
      expect(html).toContain(text)
  })

  test('sent messages are listed, newest first', async () => {
    const reply = { from: 'ann@example.com', to: 'jo@vendor.test' }
    world.send(ann, toRaw({ ...reply, subject: 'First reply' }))
    world.send(ann, toRaw({ ...reply, subject: 'Second reply' }))
    const { html } = await open()
    expect(html).toContain('ann@example.com to jo@vendor.test')
    expect(html.indexOf('Second reply')).toBeLessThan(html.indexOf('First reply'))
    expect((await open({ sent: '0' })).html).toContain('First reply')
  })

  test('a message with a reply links to it', async () => {
    const { id } = world.deliver(toRaw(), 'ann@example.com')
    expect((await open({ mailbox: 'ann@example.com', message: id })).html).not.toContain('Reply as')
    world.send(ann, replyTo(toRaw()))
    const { html } = await open({ mailbox: 'ann@example.com', message: id })
    expect(html).toContain('/dev/world/?sent=0')
    expect(html).toContain('Reply as the sender: we’ve met before')
    expect((await open({ sent: '0' })).html).toContain('As jo@vendor.test')
  })

  test.each([
    { mailbox: 'nobody@example.com' },
    { mailbox: 'ann@example.com', message: 'gone' },
    { sent: '9' },
    { sent: 'constructor' },
  ])('an unknown mailbox, message or sent message gets 404: %j', async (query) => {
    expect(await open(query)).toMatchObject({ status: 404 })
  })

  test('the page allows no scripts or inline styles', async () => {
    const { response, html } = await open({ mailbox: 'ann@example.com' })
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'/,
    )
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/)
  })
})

describe('adding messages', () => {
  test('a written message arrives in the inbox, with non-ASCII characters intact', async () => {
    const { status, location } = await post({
      do: 'write',
      mailbox: 'ann@example.com',
      from: 'Sandra Küng <sandra@vendor.test>',
      subject: 'Grüße 🚢',
      text: 'Très bien',
      authentication: 'none',
    })
    const [written] = ann.list('inbox')
    expect(status).toBe(303)
    expect(location).toBe(`/dev/world/?mailbox=ann%40example.com&message=${written?.id}`)
    expect(written?.headers.findText('subject')).toBe('Grüße 🚢')
    expect(written?.headers.findText('from')).toBe('Sandra Küng <sandra@vendor.test>')
    expect(written?.headers.find('authentication-results')).toContain('dmarc=none')
  })

  test('the visitor can reply as the sender, in the thread', async () => {
    world.send(ann, replyTo(toRaw()))
    const { status, location } = await post({
      do: 'reply',
      mailbox: 'ann@example.com',
      sent: '0',
      text: 'We’ve met before.',
    })
    const [reply] = ann.list('inbox')
    expect(status).toBe(303)
    expect(location).toBe(`/dev/world/?mailbox=ann%40example.com&message=${reply?.id}`)
    const [sent] = world.record.sends
    expect(reply?.headers.find('in-reply-to')).toBe(
      readHeaders(sent?.raw ?? Buffer.alloc(0)).find('message-id'),
    )
    expect(reply?.headers.find('from')).toBe('jo@vendor.test')
    expect(reply?.headers.find('authentication-results')).toContain('dmarc=pass')
    expect(Buffer.from(reply?.raw ?? []).toString()).toContain('We’ve met before.')
  })

  test.each([
    { mailbox: 'ann@example.com', sent: '1' },
    { mailbox: 'ann@example.com', sent: 'constructor' },
    { mailbox: 'bo@example.org', sent: '0' },
  ])('a reply to a message that was not sent gets 404: %j', async (fields) => {
    world.send(ann, replyTo(toRaw()))
    expect(await post({ do: 'reply', text: 'Hello', ...fields })).toMatchObject({ status: 404 })
  })

  test.each(['', 'Jo', 'Jo <jo>', '<@>', 'jo@', 'jo@ven<dor'])(
    '%j is rejected as a sender',
    async (from) => {
      expect(await post({ do: 'write', mailbox: 'ann@example.com', from })).toMatchObject({
        status: 400,
      })
      expect(ann.size).toBe(0)
    },
  )

  test('a line break in a field cannot add a header', async () => {
    await post({
      do: 'write',
      mailbox: 'ann@example.com',
      from: 'Jo\r\nBcc: eve@vendor.test\r\n <jo@vendor.test>',
      subject: 'Hi\r\nX-Evil: yes',
    })
    const [written] = ann.list('inbox')
    expect(written?.headers.find('bcc')).toBeNull()
    expect(written?.headers.find('x-evil')).toBeNull()
    expect(written?.headers.find('subject')).toBe('Hi X-Evil: yes')
  })

  test('an added file keeps its bytes below the provider’s headers', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Subject: odd\r\n\r\n'),
      Buffer.from([0, 0xff, 0xc3, 0x28, 13]),
    ])
    const eml = new File([bytes], 'odd.eml')
    expect(await post({ do: 'add-file', mailbox: 'ann@example.com', eml })).toMatchObject({
      status: 303,
    })
    const [added] = ann.list('inbox')
    expect(Buffer.from(added?.raw ?? []).subarray(-bytes.length)).toEqual(bytes)
    expect(added?.headers.find('received')).toContain('by mx.google.com')
  })

  test('a message source can be pasted', async () => {
    const source = '\n\nFrom: Jo <jo@vendor.test>\nSubject: Pasted\n\nHello'
    await post({ do: 'add-file', mailbox: 'ann@example.com', source, eml: new File([], '') })
    const [pasted] = ann.list('inbox')
    expect(pasted?.headers.find('subject')).toBe('Pasted')
    expect(await post({ do: 'add-file', mailbox: 'ann@example.com', source: ' \n' })).toMatchObject(
      {
        status: 400,
      },
    )
  })

  test('a message can have 5 MB, but no more', async () => {
    const eml = (size: number) => new File([Buffer.alloc(size, 'a')], 'large.eml')
    const mailbox = 'ann@example.com'
    const max = 5 * 1024 * 1024
    expect(await post({ do: 'add-file', mailbox, eml: eml(max) })).toMatchObject({ status: 303 })
    expect(await post({ do: 'add-file', mailbox, eml: eml(max + 1) })).toMatchObject({
      status: 413,
    })
    expect(await post({ do: 'add-file', mailbox, eml: eml(2 * max) })).toMatchObject({
      status: 413,
    })
    const tooLong = { do: 'write', mailbox, from: 'jo@vendor.test', text: 'a'.repeat(6 * max) }
    expect(await post(tooLong)).toMatchObject({ status: 413 })
    expect(ann.size).toBe(1)
  })

  test('the next message can be delivered, if the mailbox has one', async () => {
    expect((await open({ mailbox: 'ann@example.com' })).html).toContain('Deliver the next email')
    expect(await post({ do: 'deliver-next', mailbox: 'ann@example.com' })).toMatchObject({
      status: 303,
      location: '/dev/world/?mailbox=ann%40example.com',
    })
    expect([...ann.list('inbox')].map(({ headers }) => headers.find('subject'))).toEqual([
      'On its way',
    ])
    expect((await open({ mailbox: 'bo@example.org' })).html).not.toContain('Deliver the next email')
    expect(await post({ do: 'deliver-next', mailbox: 'bo@example.org' })).toMatchObject({
      status: 404,
    })
  })

  test.each([
    { headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
    { headers: { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }, status: 403 },
    { headers: { origin: 'http://evil.test' }, status: 403 },
    { headers: { origin: 'null' }, status: 403 },
    { headers: { origin: 'http://localhost:3000' }, status: 303 },
    { headers: {}, status: 303 },
  ])('a form posted with $headers gets $status', async ({ headers, status }) => {
    expect(await post({ do: 'deliver-next', mailbox: 'ann@example.com' }, headers)).toMatchObject({
      status,
    })
    expect(ann.size).toBe(status === 303 ? 1 : 0)
  })

  test.each([
    [
      'a body that is not a form',
      new Request(url, { method: 'POST', body: 'do=deliver-next', headers: sameOrigin }),
      400,
    ],
    ['no body', new Request(url, { method: 'POST', headers: sameOrigin }), 400],
    ['another method', new Request(url, { method: 'DELETE' }), 405],
  ])('%s is rejected', async (_, request, status) => {
    expect((await page(request)).status).toBe(status)
  })

  test.each([
    [{ do: 'deliver-next', mailbox: 'nobody@example.com' }, 404],
    [{ do: 'deliver-next' }, 404],
    [{ do: 'explode', mailbox: 'ann@example.com' }, 400],
  ])('%j is rejected', async (fields, status) => {
    expect(await post(fields)).toMatchObject({ status })
  })
})

describe('time', () => {
  test('passes by the chosen number of days', async () => {
    expect((await open()).html).toContain('Monday, November 16, 2026 at 9:00 AM UTC')
    expect(await post({ do: 'pass-time', days: '7' })).toMatchObject({ status: 303 })
    expect((await open()).html).toContain('Monday, November 23, 2026 at 9:00 AM UTC')
  })

  test.each(['0', '-1', '401', '1.5', 'x', ''])('does not pass by %o days', async (days) => {
    expect(await post({ do: 'pass-time', days })).toMatchObject({ status: 422 })
    expect(world.clock.now()).toEqual(now)
  })

  test('does not pass for another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect(await post({ do: 'pass-time', days: '7' }, headers)).toMatchObject({ status: 403 })
    expect(world.clock.now()).toEqual(now)
  })
})

describe('the owner of a mailbox', () => {
  test('moves a message by hand', async () => {
    const { id } = world.deliver(toRaw(), 'ann@example.com')
    expect((await open({ mailbox: 'ann@example.com', message: id })).html).toContain(
      'Archive</button>',
    )
    const moved = await post({ do: 'move', mailbox: 'ann@example.com', message: id, to: 'archive' })
    expect(moved.status).toBe(303)
    expect([...(ann.find(id)?.folders ?? [])]).toEqual(['archive'])
  })

  test.each([
    [{ message: 'unknown', to: 'inbox' }, 404],
    [{ to: 'nowhere' }, 400],
    [{ to: 'sent' }, 400],
  ])('cannot move with %j', async (fields, status) => {
    const { id } = world.deliver(toRaw(), 'ann@example.com')
    const form = { do: 'move', mailbox: 'ann@example.com', message: id, ...fields }
    expect((await post(form)).status).toBe(status)
    expect([...(ann.find(id)?.folders ?? [])]).toEqual(['inbox'])
  })

  test('withdraws the access of all apps', async () => {
    const since = ann.accessEndCount
    expect((await post({ do: 'withdraw', mailbox: 'ann@example.com' })).status).toBe(303)
    expect(ann.findAccessEndSince(since)).toBe('revoked')
  })
})
