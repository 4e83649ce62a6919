import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { createGoogle } from '../google/google.ts'
import { createMicrosoft } from '../microsoft/microsoft.ts'
import { VirtualClock } from '../world/clock.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import { compose } from '../world/message/compose.ts'
import { createWorld } from '../world/world.ts'
import { openScenes } from './open-scenes.ts'
import { people, visitorMailboxes } from './people.ts'
import { loadScene } from './scene.ts'

const now = new Date('2026-11-16T09:00:00Z')

function open(seed = 1, mailboxes = visitorMailboxes) {
  const world = createWorld({ clock: new VirtualClock(now), seed })
  openScenes(world, mailboxes)
  const find = (address: string): MailStore => {
    const store = world.findMailbox(address)
    if (!store) throw new Error(`No mailbox ${address}`)
    return store
  }
  return { world, find }
}

/** For tests that change nothing. */
const shared = open()

test('each provider has mailboxes of the same three people', () => {
  expect(
    shared.world.mailboxes.map(({ owner: { provider, name, about, address } }) => [
      provider,
      `${name}, ${about}`,
      address,
    ]),
  ).toEqual([
    ['google', 'Mara Lindqvist, founder', 'mara@berthline.example'],
    ['google', 'Tomasz Okafor-Bell, engineer', 'tomasz@ferrygate.example'],
    ['google', 'Ingrid Vasseur, CFO', 'ingrid.vasseur@velmatt.example'],
    ['microsoft', 'Mara Lindqvist, founder', 'mara@berthline-365.example'],
    ['microsoft', 'Tomasz Okafor-Bell, engineer', 'tomasz@ferrygate-365.example'],
    ['microsoft', 'Ingrid Vasseur, CFO', 'ingrid.vasseur@velmatt-365.example'],
  ])
})

test('the consent pages show the name and role of each person', async () => {
  const redirectUri = 'http://product.test/callback'
  const apps = [{ clientId: 'a', clientSecret: 'b', name: 'Doorman', redirectUris: [redirectUri] }]
  const query = new URLSearchParams({
    client_id: 'a',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
  })
  const consent = await createGoogle(shared.world, { apps }).handle(
    new Request(`http://google.test/o/oauth2/v2/auth?${query}`),
  )
  const login = await createMicrosoft(shared.world, { apps }).handle(
    new Request(`http://microsoft.test/common/oauth2/v2.0/authorize?${query}`),
  )
  for (const page of [await consent.text(), await login.text()])
    for (const { name, about } of people)
      expect(page).toContain(`<strong>${name}</strong>, ${about}`)
})

test.each(people)('the messages of the $scene survive encoding and parsing', async (person) => {
  const { scene, user, domains } = person
  const store = shared.find(`${user}@${domains.google}`)
  const { messages } = loadScene(scene, { domain: domains.google })
  const stored = [...store.list()].toReversed()
  expect(stored).toHaveLength(messages.length)
  const emails = await Promise.all(stored.map(({ raw }) => PostalMime.parse(raw)))
  const tidy = (text: string | undefined) => text?.replaceAll('\r\n', '\n').trimEnd()
  const dateOf = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString()
  expect(
    emails.map(({ from, to = [], subject, text, html, date }, index) => ({
      from: `${from?.name} <${from?.address}>`,
      to: to.map(({ address }) => address),
      subject,
      text: tidy(text),
      html: tidy(html),
      dates: [date, stored[index]?.receivedAt.toISOString()],
      folder: [...(stored[index]?.folders ?? [])],
      isRead: stored[index]?.isRead,
    })),
  ).toEqual(
    messages.map((message) => ({
      from: message.from,
      to: message.to.map((to) => to.replace(/^.*<|>$/g, '')),
      subject: message.subject,
      text: tidy(message.text),
      html: tidy(message.html ?? undefined),
      dates: [dateOf(message.minutesAgo), dateOf(message.minutesAgo)],
      folder: [message.folder],
      isRead: message.isRead,
    })),
  )
})

test('a reply is in the thread of its original and refers to it', () => {
  const store = shared.find('mara@berthline.example')
  const [reply] = [...store.list('sent')].toReversed()
  expect(reply?.headers.find('message-id')).toBe('<sent-graham-fjordgate@berthline.example>')
  expect(reply?.headers.find('in-reply-to')).toBe('<graham-fjordgate@saltmarsh.example>')
  expect(reply?.headers.find('references')).toBe('<graham-fjordgate@saltmarsh.example>')
  const thread = [...store.list()].filter(({ threadId }) => threadId === reply?.threadId)
  expect(thread.length).toBeGreaterThan(1)
})

test('received messages have the provider’s headers, sent messages have none', () => {
  const google = shared.find('mara@berthline.example')
  const microsoft = shared.find('mara@berthline-365.example')
  for (const folder of ['inbox', 'archive'])
    for (const { headers } of [...google.list(folder), ...microsoft.list(folder)]) {
      expect(headers.findAll('received')).toHaveLength(1)
      expect(headers.find('authentication-results')).toMatch(/dmarc=pass/)
    }
  for (const { headers } of google.list('sent')) expect(headers.find('received')).toBeNull()
  const topmost = (store: MailStore) => [...store.list('inbox')][0]?.headers.find('received')
  expect(topmost(google)).toContain('by mx.google.com')
  expect(topmost(microsoft)).toContain('by mail.protection.outlook.com')
})

test.each([
  [
    'editorial@portinnovators-review.example',
    ['editorial@portinnovators-review.example'],
    'We’ve met before',
  ],
  ['apike@figtree-cfo.example', ['apike@figtree-cfo.example'], 'Thank'],
  ['julian@ferrarssecondaries.example', ['julian@ferrarssecondaries.example'], 'I am away'],
  ['priyanka.webdesign77@gmail.com', ['mailer-daemon@gmail.com'], 'could not be delivered'],
  ['wesley@secondhand-domains.example', [], ''],
])('a message to %s gets replies from %j', async (to, senders, text) => {
  const { world, find } = open(1, visitorMailboxes.slice(0, 1))
  const mara = find('mara@berthline.example')
  const before = mara.size
  const rfcMessageId = '<reply@berthline.example>'
  const message = {
    from: mara.address,
    to,
    subject: 'Re: hello',
    text: 'Hello',
    date: now,
    rfcMessageId,
  }
  world.send(mara, compose(message))
  await world.clock.advance(5_000)
  const replies = [...mara.list('inbox')].slice(0, mara.size - before)
  expect(replies.map(({ headers }) => headers.addresses('from')[0]?.address)).toEqual(senders)
  for (const { raw, headers } of replies) {
    expect(headers.find('in-reply-to')).toBe(rfcMessageId)
    expect(Buffer.from(raw).toString()).toContain(text)
  }
})

test('the same seed makes the same mailboxes', () => {
  const idsOf = ({ find }: ReturnType<typeof open>) =>
    [...find('mara@berthline.example').list()].map(({ id }) => id)
  expect(idsOf(open())).toEqual(idsOf(shared))
  expect(idsOf(open(2))).not.toEqual(idsOf(shared))
})
