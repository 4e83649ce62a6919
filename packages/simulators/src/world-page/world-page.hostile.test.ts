import { expect, test } from 'vitest'
import { Arrivals } from '../scenes/arrivals.ts'
import { VirtualClock } from '../world/clock.ts'
import { createWorld } from '../world/world.ts'
import { createWorldPage } from './world-page.ts'

/** Tries to break out of text, attributes, comments, titles and `pre`. */
const evil = `--></title></pre></td></textarea><script>evil()</script><img src=x onerror=evil()>"onfocus='evil()' \`&lt;b&#62;`
const encoded = `=?utf-8?B?${Buffer.from(evil).toString('base64')}?=`

const hostile = [
  'From: "' + evil.replaceAll('"', '\\"') + '" <e<script>vil@evil.test>',
  `To: ${encoded} <ann@example.com>, "<script>evil()</script>"@evil.test`,
  `Cc: <img src=x onerror=evil()>@evil.test`,
  `Subject: ${encoded}`,
  `Date: ${evil}`,
  `Message-ID: <${evil}>`,
  `X-<script>evil()</script>: ${evil}`,
  `${evil.replaceAll(':', '')}: name`,
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset="<script>"',
  '',
  evil,
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  `<p>${evil}</p><iframe src="javascript:evil()"></iframe>`,
  '--b',
  `Content-Type: application/x-evil; name="${evil.replaceAll('"', '\\"')}"`,
  `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(evil)}`,
  '',
  'x',
  '--b--',
].join('\r\n')

const tags = new Set(
  'a aside body button details div form h1 h2 head header html input label li link main meta nav option p pre section select small span strong summary table tbody td textarea th time title tr ul'.split(
    ' ',
  ),
)
const attributes = new Set(
  'accept action aria-current aria-label charset class content datetime enctype href lang method name placeholder rel required role rows scope spellcheck type value'.split(
    ' ',
  ),
)

/** The mailbox has a hostile address, too. */
const own = `${evil}@example.com`

/** Lists the tags, attributes and links of a page, roughly as a browser would parse it. */
function parseTags(html: string): { tags: string[]; attributes: string[]; links: string[] } {
  const found = { tags: [] as string[], attributes: [] as string[], links: [] as string[] }
  for (const [, name = '', rest = ''] of html.matchAll(
    /<([^\s/>!][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g,
  )) {
    found.tags.push(name)
    for (const [, attribute = '', value = ''] of rest.matchAll(/([^\s"'=/]+)(?:="([^"]*)")?/g)) {
      found.attributes.push(attribute)
      if (attribute === 'href' || attribute === 'action') found.links.push(value)
    }
  }
  return found
}

test('a message full of markup is escaped on every page', async () => {
  const world = createWorld({ clock: new VirtualClock(new Date('2026-11-16T09:00:00Z')) })
  const ann = world.addMailbox({
    provider: 'google',
    address: own,
    name: evil,
    about: evil,
  })
  ann.putUserFolder({ id: evil, name: evil })
  const { id } = world.deliver(Buffer.from(hostile), own, {
    folders: ['inbox', evil, '<script>evil()</script>'],
    marks: [evil],
  })
  world.send(ann, Buffer.from(hostile))
  const page = createWorldPage({
    world,
    arrivals: new Arrivals(world, []),
    passDays: async () => {},
  })

  const queries = [
    {},
    { mailbox: own },
    { mailbox: own, folder: evil },
    { mailbox: own, message: id },
    { sent: '0' },
    { mailbox: evil },
    { mailbox: own, message: evil },
    { sent: evil },
  ]
  const pages: string[] = []
  for (const query of queries) {
    const address = `http://localhost/dev/world/?${new URLSearchParams(query)}`
    const html = await (await page(new Request(address))).text()
    const found = parseTags(html)
    expect(found.tags.filter((tag) => !tags.has(tag))).toEqual([])
    expect(found.attributes.filter((attribute) => !attributes.has(attribute))).toEqual([])
    expect(found.links.filter((link) => !/^\/(?:dev\/|favicon\.svg)/.test(link))).toEqual([])
    pages.push(html)
  }
  for (const html of pages.slice(0, 5))
    expect(html).toContain('&#60;script&#62;evil()&#60;/script&#62;')
})

test('a message with very many headers is shortened', async () => {
  const world = createWorld({ clock: new VirtualClock(new Date('2026-11-16T09:00:00Z')) })
  world.addMailbox({ provider: 'google', address: 'ann@example.com', name: 'Ann' })
  const { id } = world.deliver(Buffer.from('X: y\r\n'.repeat(100_000)), 'ann@example.com')
  const page = createWorldPage({
    world,
    arrivals: new Arrivals(world, []),
    passDays: async () => {},
  })
  const address = `http://localhost/?mailbox=ann@example.com&message=${id}`
  const html = await (await page(new Request(address))).text()
  expect(html).toContain('99504 more')
  expect(html.length).toBeLessThan(100_000)
})
