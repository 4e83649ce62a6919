/**
 * When React hydrates a page. Routes say so in their `handle`; the deepest route that does decides.
 *
 * - `now`: as the document loads. All pages of the app.
 * - `idle`: at the visitor's first event or when the browser is idle. Public pages with a form.
 * - `first-move`: at the visitor's first event only. Pages to read; an idle browser fetches their
 *   scripts but does not run them.
 * - `never`: pages without any interaction.
 */
type Hydration = 'now' | 'idle' | 'first-move' | 'never'

export type RouteHandle = { hydration: Hydration }

export function toHydration(matches: readonly { handle?: unknown }[]): Hydration {
  const deepest = matches.findLast(({ handle }) => isRouteHandle(handle))
  return isRouteHandle(deepest?.handle) ? deepest.handle.hydration : 'idle'
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'hydration' in handle
}
