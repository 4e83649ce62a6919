import { renderMarkdown } from '@doorman/services/blog/render-markdown'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { hostileMarkdown } from './hostile-markdown.ts'
import { test } from './visit.ts'

let context: BrowserContext
let page: Page
const requests: string[] = []
const address = 'http://article.example/'

test.beforeAll(async ({ world }) => {
  context = await world.browser.newContext()
  page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss())
  await page.addInitScript(() => {
    window.ran = []
    window.hit = () => void window.ran.push('hit')
    window.alert = window.hit
  })
})
afterAll(() => context.close())

/** The page has no Content-Security-Policy: the sanitiser alone must prevent attacks. */
async function show(html: string): Promise<void> {
  requests.length = 0
  await page.unrouteAll()
  await page.route('**/*', (route) => {
    const url = route.request().url()
    if (url === address)
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<main>${html}</main>`,
      })
    if (!url.startsWith(`${address}media/`)) requests.push(url)
    return route.abort()
  })
  await page.goto(address)
}

/** Interacts with everything on the page and reports what the browser did. */
function touchEverything() {
  for (const element of document.querySelectorAll<HTMLElement>('main, main *'))
    for (const kind of [
      'mouseover',
      'focus',
      'pointerenter',
      'error',
      'load',
      'toggle',
      'animationstart',
    ])
      element.dispatchEvent(new Event(kind, { bubbles: kind === 'mouseover' }))
  const links = [...document.querySelectorAll('a')]
  for (const link of links) if (link.href && !/^(https?|mailto):$/.test(link.protocol)) link.click()
  const attributes = [...document.querySelectorAll('main *')].flatMap((element) => [
    ...element.attributes,
  ])
  return {
    ran: window.ran,
    schemes: links.filter((link) => link.href).map((link) => link.protocol),
    handlers: attributes.filter(({ name }) => name.startsWith('on') || name === 'style').length,
    strangers: document.querySelectorAll(
      'script, style, iframe, object, embed, form, input, button, base, link, meta, svg, math, template, video, audio, details',
    ).length,
    // DOM clobbering: an id or a name must not replace a built-in property.
    clobbered: [typeof document.cookie, typeof document.createElement, typeof window.hit].join(),
  }
}

test('the list has at least 150 attacks', () => {
  expect(new Set(hostileMarkdown).size).toBeGreaterThanOrEqual(150)
})

test('no attack runs a script, sends a request or renders anything but text', async () => {
  // Several at a time, each in its own box, and then all of them in one text.
  const batches = [
    ...Array.from({ length: Math.ceil(hostileMarkdown.length / 10) }, (_, index) =>
      hostileMarkdown
        .slice(index * 10, index * 10 + 10)
        .map(renderMarkdown)
        .join('\n'),
    ),
    renderMarkdown(hostileMarkdown.join('\n\n')),
    renderMarkdown(
      hostileMarkdown.map((payload) => `> ${payload.replaceAll('\n', '\n> ')}`).join('\n\n'),
    ),
  ]
  for (const html of batches) {
    await show(html)
    const seen = await page.evaluate(touchEverything)
    expect({ ...seen, requests, html }).toEqual({
      html,
      ran: [],
      schemes: seen.schemes.filter((scheme) => ['http:', 'https:', 'mailto:'].includes(scheme)),
      handlers: 0,
      strangers: 0,
      clobbered: 'string,function,function',
      requests: [],
    })
  }
})

test('the check notices unsafe HTML', async () => {
  await show('<img src="https://spy.example/x" onerror="hit()"><a href="javascript:hit()">x</a>')
  await expect.poll(() => page.evaluate(() => window.ran.length)).toBeGreaterThan(0)
  const seen = await page.evaluate(touchEverything)
  expect(seen.schemes).toContain('javascript:')
  expect(seen.handlers).toBe(1)
  expect(requests).toEqual(['https://spy.example/x'])
})

declare global {
  // oxlint-disable-next-line consistent-type-definitions -- only an interface can extend the built-in type
  interface Window {
    ran: string[]
    hit: () => void
  }
}
