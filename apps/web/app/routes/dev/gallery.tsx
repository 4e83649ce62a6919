import { data } from 'react-router'
import { Gallery } from '../../features/gallery/gallery.tsx'
import type { RouteHandle } from '../../lib/hydration.ts'
import { privateMeta } from '../../lib/page-meta.ts'
import { visitContext } from '../../lib/visit.ts'
import type { Route } from './+types/gallery.ts'

export const handle: RouteHandle = { hydration: 'now' }

export const meta = () => privateMeta('Gallery')

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(visitContext).isDemo) throw data(null, { status: 404, statusText: 'Not Found' })
  return null
}

/** Drawn in the browser only: some primitives write style attributes, which server markup may not. */
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
