/**
 * When React hydrates a page. Routes say so in their `handle`; the deepest route that does decides.
 *
 * - `now`: as the document loads. All pages of the app.
 * - `on-demand`: when the visitor touches something that needs React. Until then the page loads no
 *   script at all. All public pages, unless they say otherwise.
 * - `never`: pages without any interaction.
 */
type Hydration = 'now' | 'on-demand' | 'never'

export type RouteHandle = { hydration: Hydration }

export function toHydration(matches: readonly { handle?: unknown }[]): Hydration {
  const deepest = matches.findLast(({ handle }) => isRouteHandle(handle))
  return isRouteHandle(deepest?.handle) ? deepest.handle.hydration : 'on-demand'
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'hydration' in handle
}
