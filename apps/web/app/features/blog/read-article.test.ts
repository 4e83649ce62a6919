import { expect, test } from 'vitest'
import { readArticle } from './read-article.ts'

/** A page that has loaded the script with these data attributes. */
function fakePage(dataset: Record<string, string>, answer = new Response('{}')) {
  const listeners: (() => void)[] = []
  const calls: unknown[] = []
  const page = {
    document: { currentScript: { dataset }, addEventListener() {} },
    addEventListener: (_type: string, listener: () => void) => listeners.push(listener),
    fetch: async (path: string, init: RequestInit) => {
      calls.push([path, init.method, init.body])
      return answer
    },
  }
  // Safe: the script uses nothing else of a page.
  readArticle(page as unknown as Parameters<typeof readArticle>[0])
  return { calls, load: () => listeners.forEach((listener) => listener()) }
}

test('a view is counted once the page has loaded, without a body', () => {
  const page = fakePage({ view: '/api/blog/posts/doors/view' })
  expect(page.calls).toEqual([])
  page.load()
  expect(page.calls).toEqual([['/api/blog/posts/doors/view', 'POST', undefined]])
})

test('the preview of a draft is not counted', () => {
  const page = fakePage({})
  page.load()
  expect(page.calls).toEqual([])
})
