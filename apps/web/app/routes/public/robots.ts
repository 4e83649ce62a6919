import { privatePaths } from '../../lib/paths.ts'
import type { Route } from './+types/robots.ts'

/** 38: search engines are shown the sitemap, and asked to stay out of the app. */
export function loader({ request }: Route.LoaderArgs) {
  const closed = [...privatePaths, '/api/'].map((path) => `Disallow: ${path}`)
  const { origin } = new URL(request.url)
  return new Response(
    ['User-agent: *', ...closed, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'),
    {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=300',
      },
    },
  )
}
