import { beforeEach, describe, expect, test } from 'vitest'
import { Arrivals } from '../scenes/arrivals.ts'
import { createLetters } from '../scenes/letters.ts'
import type { SceneMail } from '../scenes/scene.ts'
import { VirtualClock } from '../world/clock.ts'
import { compose } from '../world/compose.ts'
import { readHeaders } from '../world/mime.ts'
import { reply } from '../world/outsiders.ts'
import type { MailStore } from '../world/mail-store.ts'
import { createWorld, type Handler, type World } from '../world/world.ts'
import { createWorldPage } from './world-page.ts'

const url = 'http://localhost:3000/dev/world/'
const now = new Date('2026-11-16T09:00:00Z')

const coming: SceneMail = {
  id: 'coming',
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
  const toLetter = createLetters({ mails: [], arrivals: [coming] })
  page = createWorldPage(world, new Arrivals(world, [{ store: ann, mails: [coming], toLetter }]))
})

async function open(query: Readonly<Record<string, string>> = {}) {
  const response = await page(new Request(`${url}?${new URLSearchParams(query)}`))
  return { response, status: response.status, html: await response.text() }
}

const ourPage = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }

async function post(
  fields: Readonly<Record<string, string | File>>,
  headers: Readonly<Record<string, string>> = ourPage,
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

const mail = (overrides: Partial<Parameters<typeof compose>[0]> = {}) =>
  compose({
    from: 'Jo <jo@vendor.test>',
    to: 'ann@example.com',
    subject: 'Quick question',
    text: 'Do you have ten minutes?',
    date: now,
    messageId: '<1@vendor.test>',
    ...overrides,
  })

/** What Ann says to whoever wrote this. */
const answerOf = (raw: Uint8Array) =>
  reply('ann@example.com', { raw, headers: readHeaders(raw), at: now }, 'Who are you?')

describe('looking', () => {
  test('every mailbox is listed with its folders, and whether an app may look in', async () => {
    world.deliver(mail(), 'ann@example.com')
    world.deliver(mail(), 'ann@example.com', { isRead: true, places: ['archive'] })
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

  test('access that was given back, or that the owner took away, is granted no more', async () => {
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

  test('a mailbox shows who wrote what to whom, where it lies and whether it was read', async () => {
    ann.putUserPlace({ id: 'Label_1', name: 'Doorman' })
    world.deliver(mail(), 'ann@example.com', { places: ['inbox', 'Label_1'], marks: ['STARRED'] })
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
    const labelled = await open({ mailbox: 'ann@example.com', place: 'Label_1' })
    expect(labelled.html).toContain('Quick question')
    const archive = await open({ mailbox: 'ann@example.com', place: 'archive' })
    expect(archive.html).toContain('Nothing lies here.')
  })

  test('a long folder comes in pages', async () => {
    for (let number = 1; number <= 60; number++)
      world.deliver(mail({ subject: `Number ${number}.` }), 'ann@example.com')
    const first = await open({ mailbox: 'ann@example.com' })
    expect(first.html).toContain('Number 60.')
    expect(first.html).not.toContain('Number 10.')
    const second = await open({ mailbox: 'ann@example.com', page: '2' })
    expect(second.html).toContain('Number 10.')
    expect(second.html).not.toContain('Older')
    expect((await open({ mailbox: 'ann@example.com', page: '-7.5' })).html).toContain('Number 60.')
  })

  test('one mail shows its headers and its text', async () => {
    const { id } = world.deliver(mail(), 'ann@example.com', { authentication: 'fail' })
    const { html } = await open({ mailbox: 'ann@example.com', mail: id })
    for (const text of [
      'Do you have ten minutes?',
      'Message-ID',
      '&#60;1@vendor.test&#62;',
      'dmarc=fail',
    ])
      expect(html).toContain(text)
  })

  test('what was sent is on record, newest first', async () => {
    const answer = { from: 'ann@example.com', to: 'jo@vendor.test' }
    world.send(ann, mail({ ...answer, subject: 'First answer' }))
    world.send(ann, mail({ ...answer, subject: 'Second answer' }))
    const { html } = await open()
    expect(html).toContain('ann@example.com to jo@vendor.test')
    expect(html.indexOf('Second answer')).toBeLessThan(html.indexOf('First answer'))
    expect((await open({ sent: '0' })).html).toContain('First answer')
  })

  test('a mail that was answered leads to the answer', async () => {
    const { id } = world.deliver(mail(), 'ann@example.com')
    expect((await open({ mailbox: 'ann@example.com', mail: id })).html).not.toContain('Answer as')
    world.send(ann, answerOf(mail()))
    const { html } = await open({ mailbox: 'ann@example.com', mail: id })
    expect(html).toContain('/dev/world/?sent=0')
    expect(html).toContain('Answer as the sender: we’ve met before')
    expect((await open({ sent: '0' })).html).toContain('As jo@vendor.test')
  })

  test.each([
    { mailbox: 'nobody@example.com' },
    { mailbox: 'ann@example.com', mail: 'gone' },
    { sent: '9' },
    { sent: 'constructor' },
  ])('what is not there says so: %j', async (query) => {
    expect(await open(query)).toMatchObject({ status: 404 })
  })

  test('nothing on the page may run or load', async () => {
    const { response, html } = await open({ mailbox: 'ann@example.com' })
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'/,
    )
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/)
  })
})

describe('adding mail', () => {
  test('a mail from anybody lies in the inbox, whatever it is written in', async () => {
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
    expect(location).toBe(`/dev/world/?mailbox=ann%40example.com&mail=${written?.id}`)
    expect(written?.headers.findText('subject')).toBe('Grüße 🚢')
    expect(written?.headers.findText('from')).toBe('Sandra Küng <sandra@vendor.test>')
    expect(written?.headers.find('authentication-results')).toContain('dmarc=none')
  })

  test('whoever was answered can answer, in the thread and as the one they are', async () => {
    world.send(ann, answerOf(mail()))
    const { status, location } = await post({
      do: 'answer',
      mailbox: 'ann@example.com',
      sent: '0',
      text: 'We’ve met before.',
    })
    const [answer] = ann.list('inbox')
    expect(status).toBe(303)
    expect(location).toBe(`/dev/world/?mailbox=ann%40example.com&mail=${answer?.id}`)
    const [sent] = world.record.sends
    expect(answer?.headers.find('in-reply-to')).toBe(
      readHeaders(sent?.raw ?? Buffer.alloc(0)).find('message-id'),
    )
    expect(answer?.headers.find('from')).toBe('jo@vendor.test')
    expect(answer?.headers.find('authentication-results')).toContain('dmarc=pass')
    expect(Buffer.from(answer?.raw ?? []).toString()).toContain('We’ve met before.')
  })

  test.each([
    { mailbox: 'ann@example.com', sent: '1' },
    { mailbox: 'ann@example.com', sent: 'constructor' },
    { mailbox: 'bo@example.org', sent: '0' },
  ])('nobody answers what was not sent: %j', async (fields) => {
    world.send(ann, answerOf(mail()))
    expect(await post({ do: 'answer', text: 'Hello', ...fields })).toMatchObject({ status: 404 })
  })

  test.each(['', 'Jo', 'Jo <jo>', '<@>', 'jo@', 'jo@ven<dor'])('%j is no sender', async (from) => {
    expect(await post({ do: 'write', mailbox: 'ann@example.com', from })).toMatchObject({
      status: 400,
    })
    expect(ann.size).toBe(0)
  })

  test('a line break in a field makes no header (F65)', async () => {
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

  test('a dropped file arrives byte by byte under the trace of the provider', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Subject: odd\r\n\r\n'),
      Buffer.from([0, 0xff, 0xc3, 0x28, 13]),
    ])
    const eml = new File([bytes], 'odd.eml')
    expect(await post({ do: 'drop', mailbox: 'ann@example.com', eml })).toMatchObject({
      status: 303,
    })
    const [dropped] = ann.list('inbox')
    expect(Buffer.from(dropped?.raw ?? []).subarray(-bytes.length)).toEqual(bytes)
    expect(dropped?.headers.find('received')).toContain('by mx.google.com')
  })

  test('a mail can be pasted', async () => {
    const source = '\n\nFrom: Jo <jo@vendor.test>\nSubject: Pasted\n\nHello'
    await post({ do: 'drop', mailbox: 'ann@example.com', source, eml: new File([], '') })
    const [pasted] = ann.list('inbox')
    expect(pasted?.headers.find('subject')).toBe('Pasted')
    expect(await post({ do: 'drop', mailbox: 'ann@example.com', source: ' \n' })).toMatchObject({
      status: 400,
    })
  })

  test('5 MB are taken, and not a byte more', async () => {
    const eml = (size: number) => new File([Buffer.alloc(size, 'a')], 'large.eml')
    const mailbox = 'ann@example.com'
    const most = 5 * 1024 * 1024
    expect(await post({ do: 'drop', mailbox, eml: eml(most) })).toMatchObject({ status: 303 })
    expect(await post({ do: 'drop', mailbox, eml: eml(most + 1) })).toMatchObject({ status: 413 })
    expect(await post({ do: 'drop', mailbox, eml: eml(2 * most) })).toMatchObject({ status: 413 })
    const endless = { do: 'write', mailbox, from: 'jo@vendor.test', text: 'a'.repeat(6 * most) }
    expect(await post(endless)).toMatchObject({ status: 413 })
    expect(ann.size).toBe(1)
  })

  test('the next mail arrives when told to, where one is on its way', async () => {
    expect((await open({ mailbox: 'ann@example.com' })).html).toContain('Let the next mail arrive')
    expect(await post({ do: 'arrive', mailbox: 'ann@example.com' })).toMatchObject({
      status: 303,
      location: '/dev/world/?mailbox=ann%40example.com',
    })
    expect([...ann.list('inbox')].map(({ headers }) => headers.find('subject'))).toEqual([
      'On its way',
    ])
    expect((await open({ mailbox: 'bo@example.org' })).html).not.toContain(
      'Let the next mail arrive',
    )
    expect(await post({ do: 'arrive', mailbox: 'bo@example.org' })).toMatchObject({ status: 404 })
  })

  test.each([
    { headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
    { headers: { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }, status: 403 },
    { headers: { origin: 'http://evil.test' }, status: 403 },
    { headers: { origin: 'null' }, status: 403 },
    { headers: { origin: 'http://localhost:3000' }, status: 303 },
    { headers: {}, status: 303 },
  ])('a form posted with $headers is answered $status', async ({ headers, status }) => {
    expect(await post({ do: 'arrive', mailbox: 'ann@example.com' }, headers)).toMatchObject({
      status,
    })
    expect(ann.size).toBe(status === 303 ? 1 : 0)
  })

  test.each([
    ['no form', new Request(url, { method: 'POST', body: 'do=arrive', headers: ourPage }), 400],
    ['no body', new Request(url, { method: 'POST', headers: ourPage }), 400],
    ['another method', new Request(url, { method: 'DELETE' }), 405],
  ])('%s is refused', async (_, request, status) => {
    expect((await page(request)).status).toBe(status)
  })

  test.each([
    [{ do: 'arrive', mailbox: 'nobody@example.com' }, 404],
    [{ do: 'arrive' }, 404],
    [{ do: 'explode', mailbox: 'ann@example.com' }, 400],
  ])('%j is refused', async (fields, status) => {
    expect(await post(fields)).toMatchObject({ status })
  })
})
