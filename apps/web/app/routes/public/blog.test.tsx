import { renderToString } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { visitContext } from '../../lib/session/visit-context.ts'
import BlogPage, { loader } from './blog.tsx'

/** Renders the page while the API answers every call with an error. */
async function renderBroken(path: string) {
  const url = new URL(path, 'https://doorman.example')
  const context = new RouterContextProvider()
  context.set(visitContext, {
    nonce: '',
    isDemo: false,
    requestId: '',
    asksConsent: false,
    dataWaitMs: 0,
    onLateData() {},
    isTracked: false,
    fetch: async () => new Response('{}', { status: 500 }),
    onError: () => {},
  })
  const result = await loader({
    request: new Request(url),
    url,
    pattern: '/blog',
    params: {},
    context,
  })
  if (!('init' in result)) throw new Error('The loader reported no failure')
  const Stub = createRoutesStub([
    {
      path: '/blog',
      // Safe: the page uses no other property.
      Component: () => BlogPage({ loaderData: result.data } as Parameters<typeof BlogPage>[0]),
    },
  ])
  return { status: result.init?.status, html: renderToString(<Stub initialEntries={[path]} />) }
}

test.each([
  ['/blog', 'Failed to fetch posts', '/blog?page=1'],
  ['/blog?q=dmarc', 'Failed to search posts', '/blog?q=dmarc'],
])(
  'if %s cannot be loaded, the page shows an error and a link to try again',
  async (path, message, retryPath) => {
    const { status, html } = await renderBroken(path)
    expect(status).toBe(503)
    expect(html).toContain(message)
    expect(html).toMatch(new RegExp(`href="${retryPath.replace('?', '\\?')}"[^>]*>Try again`))
  },
)
