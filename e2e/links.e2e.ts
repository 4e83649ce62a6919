import { readLibrary } from '@doorman/cli/product/read-library'
import type { APIRequestContext } from 'playwright-core'
import { expect } from 'vitest'
import { testInOwnWorld as test } from './visit.ts'

type Crawl = { readonly pages: Map<string, string>; readonly elsewhere: Set<string> }

const listValues = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'))

/** Follows the links of the public site and returns every page, as it is without JavaScript. */
async function crawl(request: APIRequestContext, origin: string): Promise<Crawl> {
  const pages = new Map<string, string>()
  const elsewhere = new Set<string>()
  const waiting = [`${origin}/`]
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (pages.has(url)) continue
    const answer = await request.get(url)
    expect([url, answer.status()]).toEqual([url, 200])
    const html = await answer.text()
    pages.set(url, html)
    if (!answer.headers()['content-type']?.includes('html')) continue
    for (const href of listValues(html, /<a [^>]*?href="([^"]*)"/g)) {
      const target = new URL(href, url)
      target.hash = ''
      if (target.origin === origin) waiting.push(target.href)
      else elsewhere.add(target.href)
    }
  }
  return { pages, elsewhere }
}

test('no link of the public site is dead, and every page has its own title, description, address and preview', async ({
  world,
  context,
}) => {
  const { articles } = await readLibrary()
  await world.publish(articles)
  const { pages, elsewhere } = await crawl(context.request, world.url)
  expect(pages.size).toBeGreaterThan(articles.length)
  for (const { protocol } of [...elsewhere].map((url) => new URL(url)))
    expect(['https:', 'mailto:']).toContain(protocol)

  const lost: string[] = []
  const previews = new Set<string>()
  for (const [url, html] of pages) {
    for (const href of listValues(html, /<a [^>]*?href="([^"]*#[^"]+)"/g)) {
      const target = new URL(href, url)
      const id = decodeURIComponent(target.hash.slice(1))
      target.hash = ''
      if (target.origin === world.url && !pages.get(target.href)?.includes(`id="${id}"`))
        lost.push(`${url} → ${href}`)
    }
    if (!html.startsWith('<!DOCTYPE html>')) continue
    for (const ownAddress of [
      /<link rel="canonical" href="([^"]+)"/g,
      /<meta property="og:url" content="([^"]+)"/g,
    ])
      expect([url, ...listValues(html, ownAddress)]).toEqual([url, url])
    const images = listValues(html, /<meta property="og:image" content="([^"]+)"/g)
    expect([url, images.length]).toEqual([url, 1])
    for (const image of images) previews.add(image)
    for (const data of listValues(html, /<script type="application\/ld\+json">(.*?)<\/script>/gs))
      expect(JSON.parse(data)).toMatchObject({ '@type': expect.any(String) as string })
  }
  for (const preview of previews) {
    const answer = await context.request.get(preview)
    expect([preview, answer.headers()['content-type']]).toEqual([preview, 'image/png'])
  }
  const documents = [...pages.values()].filter((html) => html.startsWith('<!DOCTYPE html>'))
  for (const ownOfEach of [
    /<title>([^<]+)<\/title>/g,
    /<meta name="description" content="([^"]+)"/g,
  ]) {
    const values = documents.flatMap((html) => listValues(html, ownOfEach))
    expect(values.filter((one, index) => values.indexOf(one) !== index)).toEqual([])
    expect(values).toHaveLength(documents.length)
  }
  expect(lost).toEqual([])
})
