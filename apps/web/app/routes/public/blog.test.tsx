import { renderToString } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { visitContext } from '../../lib/session/visit-context.ts'
import BlogCategoryPage from './blog-category.tsx'
import BlogPage, { loader } from './blog.tsx'

/** Renders the page while the API answers every call in this way. */
async function render(path: string, answer: () => Response) {
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
    fetch: async () => answer(),
    onError: () => {},
  })
  const result = await loader({
    request: new Request(url),
    url,
    pattern: '/blog',
    params: {},
    context,
  })
  const { loaderData, status } =
    'init' in result
      ? { loaderData: result.data, status: result.init?.status }
      : { loaderData: result, status: 200 }
  return {
    status,
    // Safe: the page uses no other property.
    html: toHtml(path, () => BlogPage({ loaderData } as Parameters<typeof BlogPage>[0])),
  }
}

function toHtml(path: string, Component: () => React.ReactNode): string {
  const Stub = createRoutesStub([{ path: '*', Component }])
  return renderToString(<Stub initialEntries={[path]} />)
}

test.each([
  ['/blog', 'Failed to fetch posts', '/blog?page=1'],
  ['/blog?q=dmarc', 'Failed to search posts', '/blog?q=dmarc'],
])(
  'if %s cannot be loaded, the page shows an error and a link to try again',
  async (path, message, retryPath) => {
    const { status, html } = await render(path, () => new Response('{}', { status: 500 }))
    expect(status).toBe(503)
    expect(html).toContain(message)
    expect(html).toMatch(new RegExp(`href="${retryPath.replace('?', '\\?')}"[^>]*>Try again`))
  },
)

test.each([
  ['/blog', 'No articles published yet.'],
  ['/blog?q=dmarc', 'No articles found matching your search.'],
])('if there is no article at %s, the page says so', async (path, sentence) => {
  const { status, html } = await render(path, () => Response.json([]))
  expect(status).toBe(200)
  expect(html).toContain(sentence)
})

test('a category without articles says so', () => {
  const category = { name: 'Privacy', slug: 'privacy', description: 'Who reads what' }
  const loaderData = { origin: '', category, posts: [] }
  const html = toHtml('/blog/category/privacy', () =>
    // Safe: the page uses no other property.
    BlogCategoryPage({ loaderData } as unknown as Parameters<typeof BlogCategoryPage>[0]),
  )
  expect(html).toContain('No articles in this category yet.')
})
