import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../../routes.ts'
import { delayScripts, lowerScriptPriority } from './delay-scripts.ts'
import { toHydration } from './hydration.ts'

test('the deepest route with a hydration setting decides when a page hydrates', () => {
  const layout = { handle: { hydration: 'now' } }
  expect(toHydration([{}, layout, { handle: { hydration: 'never' } }])).toBe('never')
  expect(toHydration([{}, layout, { handle: undefined }])).toBe('now')
  expect(toHydration([])).toBe('on-demand')
})

test('delayScripts disables the module script and its preloads, and leaves inline scripts alone', () => {
  const html =
    '<head><link rel="modulepreload" href="/assets/a.js"/></head><script nonce="n">first</script>' +
    '<script nonce="n" type="module" async="">import "/assets/a.js"</script>'
  expect(delayScripts(html)).toBe(
    '<head><link rel="delayed-modulepreload" href="/assets/a.js"/></head>' +
      '<script nonce="n">first</script>' +
      '<script nonce="n" type="text/plain" data-delayed="">import "/assets/a.js"</script>',
  )
})

test('lowerScriptPriority lets the module script and its preloads wait for styles and font', () => {
  const html =
    '<head><link rel="modulepreload" href="/assets/a.js"/></head><script nonce="n">first</script>' +
    '<script nonce="n" type="module" async="">import "/assets/a.js"</script>'
  expect(lowerScriptPriority(html)).toBe(
    '<head><link rel="modulepreload" fetchpriority="low" href="/assets/a.js"/></head>' +
      '<script nonce="n">first</script>' +
      '<script nonce="n" type="module" async="" fetchpriority="low">import "/assets/a.js"</script>',
  )
})

test('each page hydrates when it has to, and no earlier', () => {
  const pages = routes.flatMap((route) => listPages(route, []))
  const listBy = (hydration: string) =>
    pages.filter((page) => page.hydration === hydration).map(({ path }) => path)
  expect(listBy('never')).toEqual(['approval', 'privacy-policy', 'terms-of-service', 'accuracy'])
  expect(listBy('on-demand')).toEqual([
    '/',
    'login',
    'register',
    'forgot-password',
    'reset-password',
    'set-password',
    'confirm-address',
    'restore',
    'unsubscribe',
    'blog',
    'blog/category/:slug',
    'blog/:slug',
    '*',
  ])
  expect(listBy('now')).toEqual([
    'verify-email',
    'dashboard',
    'filtered-emails',
    'activity',
    'accounts',
    'accounts/admin-approval',
    'filter-settings',
    'account-settings',
    'billing',
    'billing/receipts/:id',
    'admin',
    'admin/queue',
    'admin/audit',
    'admin/content',
    'admin/content/:id',
    'dev/gallery',
  ])
})

/** The pages of a route, with what the handles in the source of its files say. */
function listPages(
  { path, file, children }: RouteConfigEntry,
  outer: readonly { handle?: unknown }[],
): { path: string; hydration: string }[] {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const [, hydration] = /RouteHandle = \{ hydration: '([a-z-]+)' \}/.exec(source) ?? []
  const matches = [...outer, { handle: hydration && { hydration } }]
  if (children) return children.flatMap((child) => listPages(child, matches))
  const isPage = file.endsWith('.tsx')
  return isPage ? [{ path: path ?? '/', hydration: toHydration(matches) }] : []
}
