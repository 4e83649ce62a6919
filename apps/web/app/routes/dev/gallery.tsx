import { data } from 'react-router'
import { Gallery } from '../../features/gallery/gallery.tsx'
import type { RouteHandle } from '../../lib/hydration/hydration.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { visitContext } from '../../lib/session/visit-context.ts'
import type { Route } from './+types/gallery.ts'

export const handle: RouteHandle = { hydration: 'now' }

export const meta = () => privateMeta('Gallery')

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(visitContext).isDemo) throw data(null, { status: 404, statusText: 'Not Found' })
  return null
}

/** Rendered in the browser only: some components write style attributes, which the CSP forbids in HTML. */
export async function clientLoader() {
  return null
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <main id="main" tabIndex={-1} />
}

export default function GalleryPage() {
  return <Gallery />
}
