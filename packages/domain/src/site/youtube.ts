const hosts = new Set(['youtube.com', 'm.youtube.com', 'youtube-nocookie.com'])

/** The player's URL for any form of link to a YouTube video; `null` for other links. */
export function toPlayerUrl(link: string): string | null {
  if (!URL.canParse(link)) return null
  const id = findVideoId(new URL(link))
  return id && /^[\w-]{11}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null
}

function findVideoId({ protocol, hostname, pathname, searchParams }: URL) {
  const host = hostname.replace(/^www\./, '')
  const [first, second] = pathname.split('/').filter((part) => part !== '')
  if (!/^https?:$/.test(protocol)) return null
  if (host === 'youtu.be') return first
  if (!hosts.has(host)) return null
  if (first === 'watch') return searchParams.get('v')
  return first === 'embed' || first === 'shorts' ? second : null
}
