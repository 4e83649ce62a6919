import { settings } from '@doorman/db/schema'
import { expect, test } from 'vitest'
import { openFakeApp } from './fake-app.ts'
import { insertCodes, originsIn } from './tracking.ts'

const { ask, ctx, advance } = await openFakeApp()

test('240: codes are sanitised, and kept for five minutes', async () => {
  const bodyEnd = '<script>go()</script><iframe src="https://tag.example"></iframe>'
  await ctx.db.update(settings).set({ trackingCodeBodyEnd: bodyEnd })
  const first = await ask('GET', '/api/tracking-codes')
  expect(first.headers['cache-control']).toBe('public, max-age=300')
  expect(first.body).toEqual({ bodyEnd: '<script>go()</script>' })
  await ctx.db.update(settings).set({ trackingCodeBodyEnd: '', trackingCodeHead: 'stop()' })
  expect((await ask('GET', '/api/tracking-codes')).body).toEqual(first.body)
  advance(300_001)
  expect((await ask('GET', '/api/tracking-codes')).body).toEqual({
    head: '<script>stop()</script>',
  })
})

test.each([
  ['http://localhost:3000', false],
  ['https://doorman.example', true],
])(
  '243: at %s the answer to the consent bar is kept, over https alone: %s',
  async (url, isSecure) => {
    const { app } = await openFakeApp({ publicUrl: url })
    const { statusCode, headers } = await app.inject({
      method: 'POST',
      url: '/api/tracking-consent',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'answer=yes&page=%2Fblog',
    })
    expect([statusCode, headers.location]).toEqual([303, '/blog'])
    expect(String(headers['set-cookie']).endsWith('; Secure')).toBe(isSecure)
  },
)

test('242: each stands in its place, once, with the nonce of this answer', () => {
  const script = (name: string) => `<script nonce="%NONCE%">${name}("$&")</script>`
  const html = '<html><head><title>x</title></head><body class="a"><p>x</p></body></html>'
  const codes = { head: script('a'), bodyStart: script('b'), bodyEnd: script('c') }
  const ready = (name: string) => `<script nonce="n">${name}("$&")</script>`
  expect(insertCodes(html, codes, 'n')).toBe(
    `<html><head><title>x</title>${ready('a')}</head><body class="a"><div>${ready('b')}</div><p>x</p><div>${ready('c')}</div></body></html>`,
  )
  expect(insertCodes(html, { head: '', bodyStart: '', bodyEnd: '' }, 'n')).toBe(html)
})

test('243: scripts may come from whom the codes name', () => {
  const head = '<script src="https://tag.example/x.js"></script>'
  expect(originsIn({ head, bodyStart: head, bodyEnd: 'load("https://two.example/y")' })).toEqual([
    'https://tag.example',
    'https://two.example',
  ])
})
