import { renderToString } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { visitContext } from '../../lib/visit.ts'
import BlogPage, { loader } from './blog.tsx'

/** The page as it is made while the API answers nothing but errors. */
async function renderBroken(path: string) {
  const url = new URL(path, 'https://doorman.example')
  const context = new RouterContextProvider()
  context.set(visitContext, {
    nonce: '',
    isDemo: false,
    asksConsent: false,
    isTracked: false,
    fetch: async () => new Response('{}', { status: 500 }),
    onError: () => {},
  })
  const answer = await loader({
    request: new Request(url),
    url,
    pattern: '/blog',
    params: {},
    context,
  })
  if (!('init' in answer)) throw new Error('The page knows of no failure')
  const Stub = createRoutesStub([
    {
      path: '/blog',
      // Safe: of everything a route is given, the page looks at this alone.
      Component: () => BlogPage({ loaderData: answer.data } as Parameters<typeof BlogPage>[0]),
    },
  ])
  return { status: answer.init?.status, html: renderToString(<Stub initialEntries={[path]} />) }
}

test.each([
  ['/blog', 'Failed to fetch posts', '/blog?page=1'],
  ['/blog?q=dmarc', 'Failed to search posts', '/blog?q=dmarc'],
])(
  '98: where %s cannot be loaded it says so, and can be tried again',
  async (path, told, again) => {
    const { status, html } = await renderBroken(path)
    expect(status).toBe(503)
    expect(html).toContain(told)
    expect(html).toMatch(new RegExp(`href="${again.replace('?', '\\?')}"[^>]*>Try again`))
  },
)
