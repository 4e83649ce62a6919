import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { createGoogle } from '../google/google.ts'
import { createMicrosoft } from '../microsoft/microsoft.ts'
import { VirtualClock } from '../world/clock.ts'
import { compose } from '../world/compose.ts'
import type { MailStore } from '../world/mail-store.ts'
import { createWorld } from '../world/world.ts'
import { openScenes } from './open-scenes.ts'
import { people } from './people.ts'
import { loadScene } from './scene.ts'

const now = new Date('2026-11-16T09:00:00Z')

function open(seed = 1) {
  const world = createWorld({ clock: new VirtualClock(now), seed })
  openScenes(world)
  const find = (address: string): MailStore => {
    const store = world.findMailbox(address)
    if (!store) throw new Error(`No mailbox ${address}`)
    return store
  }
  return { world, find }
}

/** For those who only look. */
const shared = open()

test('each provider has the same three people to choose from', () => {
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

test('whoever is asked for consent can tell them apart', async () => {
  const redirectUri = 'http://product.test/callback'
  const apps = [{ clientId: 'a', clientSecret: 'b', name: 'Doorman', redirectUris: [redirectUri] }]
  const query = new URLSearchParams({
    client_id: 'a',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
  })
  const consent = await createGoogle(shared.world, { apps })(
    new Request(`http://google.test/o/oauth2/v2/auth?${query}`),
  )
  const login = await createMicrosoft(shared.world, { apps }).handle(
    new Request(`http://microsoft.test/common/oauth2/v2.0/authorize?${query}`),
  )
  for (const page of [await consent.text(), await login.text()])
    for (const { name, about } of people)
      expect(page).toContain(`<strong>${name}</strong>, ${about}`)
})

test.each(people)('the mail of the $scene is read as it was written', async (person) => {
  const { scene, user, domains } = person
  const store = shared.find(`${user}@${domains.google}`)
  const { mails } = loadScene(scene, { domain: domains.google })
  const stored = [...store.list()].toReversed()
  expect(stored).toHaveLength(mails.length)
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
      folder: [...(stored[index]?.places ?? [])],
      isRead: stored[index]?.isRead,
    })),
  ).toEqual(
    mails.map((mail) => ({
      from: mail.from,
      to: mail.to.map((to) => to.replace(/^.*<|>$/g, '')),
      subject: mail.subject,
      text: tidy(mail.text),
      html: tidy(mail.html ?? undefined),
      dates: [dateOf(mail.minutesAgo), dateOf(mail.minutesAgo)],
      folder: [mail.folder],
      isRead: mail.isRead,
    })),
  )
})

test('an answer lies in the thread of what it answers, and names all of it', () => {
  const store = shared.find('mara@berthline.example')
  const [answer] = [...store.list('sent')].toReversed()
  expect(answer?.headers.find('message-id')).toBe('<sent-graham-fjordgate@berthline.example>')
  expect(answer?.headers.find('in-reply-to')).toBe('<graham-fjordgate@saltmarsh.example>')
  expect(answer?.headers.find('references')).toBe('<graham-fjordgate@saltmarsh.example>')
  const thread = [...store.list()].filter(({ threadId }) => threadId === answer?.threadId)
  expect(thread.length).toBeGreaterThan(1)
})

test('received mail carries the trace of its provider, sent mail carries none (F49)', () => {
  const google = shared.find('mara@berthline.example')
  const microsoft = shared.find('mara@berthline-365.example')
  for (const place of ['inbox', 'archive'])
    for (const { headers } of [...google.list(place), ...microsoft.list(place)]) {
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
])('%s, when answered, is heard of from %j', async (to, senders, words) => {
  const { world, find } = open()
  const mara = find('mara@berthline.example')
  const before = mara.size
  const messageId = '<reply@berthline.example>'
  const mail = { from: mara.address, to, subject: 'Re: hello', text: 'Hello', date: now, messageId }
  world.send(mara, compose(mail))
  await world.clock.advance(5_000)
  const answers = [...mara.list('inbox')].slice(0, mara.size - before)
  expect(answers.map(({ headers }) => headers.addresses('from')[0]?.address)).toEqual(senders)
  for (const { raw, headers } of answers) {
    expect(headers.find('in-reply-to')).toBe(messageId)
    expect(Buffer.from(raw).toString()).toContain(words)
  }
})

test('the same seed makes the same mailboxes', () => {
  const idsOf = ({ find }: ReturnType<typeof open>) =>
    [...find('mara@berthline.example').list()].map(({ id }) => id)
  expect(idsOf(open())).toEqual(idsOf(shared))
  expect(idsOf(open(2))).not.toEqual(idsOf(shared))
})
