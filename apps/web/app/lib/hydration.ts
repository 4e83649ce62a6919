/**
 * When a page's React comes alive. Every route says so in its `handle`; the deepest one counts.
 * `now` as the document loads: the app. `idle` at the visitor's first move or the browser's first
 * idle moment: pages with a form. `first-move` at the first move alone: pages to read, long ones too,
 * whose scripts are fetched in an idle moment and cost nobody anything who only reads. `never`: pages
 * that only stand there.
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
