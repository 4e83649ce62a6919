import { settings } from '@doorman/db/schema'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { cacheTrackingCodes, insertCodes, originsIn } from './tracking-codes.ts'

const { request, ctx, advance } = await openFakeApp()

test('tracking codes are sanitised and cached for five minutes', async () => {
  const bodyEnd = '<script>go()</script><iframe src="https://tag.example"></iframe>'
  await ctx.db.update(settings).set({ trackingCodeBodyEnd: bodyEnd })
  const first = await request('GET', '/api/tracking-codes')
  expect(first.headers['cache-control']).toBe('public, max-age=300')
  expect(first.body).toEqual({ bodyEnd: '<script>go()</script>' })
  await ctx.db.update(settings).set({ trackingCodeBodyEnd: '', trackingCodeHead: 'stop()' })
  expect((await request('GET', '/api/tracking-codes')).body).toEqual(first.body)
  advance(300_001)
  expect((await request('GET', '/api/tracking-codes')).body).toEqual({
    head: '<script>stop()</script>',
  })
})

test('codes that were read before a save are not cached after it', async () => {
  const toCodes = (head: string) => ({ head, bodyStart: '', bodyEnd: '' })
  const { promise: slow, resolve } = Promise.withResolvers<ReturnType<typeof toCodes>>()
  const loads = [slow, Promise.resolve(toCodes('new'))]
  const cache = cacheTrackingCodes(() => loads.shift() ?? slow, ctx)
  // Saved while a request reads: this request may still answer with the old code.
  const reading = cache.find()
  cache.forget()
  resolve(toCodes('old'))
  expect(await reading).toEqual(toCodes('old'))
  expect(await cache.find()).toEqual(toCodes('new'))
  expect(await cache.find()).toEqual(toCodes('new'))
})

test.each([
  ['http://localhost:3000', false],
  ['https://doorman.example', true],
])('at %s the consent cookie is set, secure only over https: %s', async (url, isSecure) => {
  const { app } = await openFakeApp({ publicUrl: url })
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: '/api/tracking-consent',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'answer=yes&page=%2Fblog',
  })
  expect([statusCode, headers.location]).toEqual([303, '/blog'])
  expect(String(headers['set-cookie']).endsWith('; Secure')).toBe(isSecure)
})

test('each code is inserted once in its place, with the nonce of the response', () => {
  const script = (name: string) => `<script nonce="%NONCE%">${name}("$&")</script>`
  const html = '<html><head><title>x</title></head><body class="a"><p>x</p></body></html>'
  const codes = { head: script('a'), bodyStart: script('b'), bodyEnd: script('c') }
  const ready = (name: string) => `<script nonce="n">${name}("$&")</script>`
  expect(insertCodes(html, codes, 'n')).toBe(
    `<html><head><title>x</title>${ready('a')}</head><body class="a"><div>${ready('b')}</div><p>x</p><div>${ready('c')}</div></body></html>`,
  )
  expect(insertCodes(html, { head: '', bodyStart: '', bodyEnd: '' }, 'n')).toBe(html)
})

test('the policy allows scripts from origins in the codes', () => {
  const head = '<script src="https://tag.example/x.js"></script>'
  expect(originsIn({ head, bodyStart: head, bodyEnd: 'load("https://two.example/y")' })).toEqual([
    'https://tag.example',
    'https://two.example',
  ])
})
