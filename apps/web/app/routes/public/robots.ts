import { privatePaths } from '../../lib/paths.ts'
import type { Route } from './+types/robots.ts'

/** Points search engines to the sitemap and keeps them out of the app. */
export function loader({ request }: Route.LoaderArgs) {
  const disallowed = [...privatePaths, '/api/'].map((path) => `Disallow: ${path}`)
  const { origin } = new URL(request.url)
  return new Response(
    ['User-agent: *', ...disallowed, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'),
    {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=300',
      },
    },
  )
}
