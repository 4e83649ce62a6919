import type { BlogPost } from '@doorman/contract/blog'
import { formatShares } from '../../lib/format.ts'
import { FacebookIcon, LinkedInIcon, RedditIcon, XIcon } from '../../ui/icons/social-icons.tsx'

/** Links that work without scripts. With scripts each opens a small window: see `read-article.ts`. */
export function SharePanel({ post, url }: { post: BlogPost; url: string }) {
  const [address, title] = [encodeURIComponent(url), encodeURIComponent(post.title)]
  const networks = [
    {
      name: 'LinkedIn',
      icon: <LinkedInIcon />,
      count: post.linkedinShares,
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}`,
    },
    {
      name: 'X',
      icon: <XIcon />,
      count: post.twitterShares,
      href: `https://x.com/intent/post?url=${address}&text=${title}`,
    },
    {
      name: 'Facebook',
      icon: <FacebookIcon />,
      count: post.facebookShares,
      href: `https://www.facebook.com/sharer/sharer.php?u=${address}`,
    },
    {
      name: 'Reddit',
      icon: <RedditIcon />,
      count: post.redditShares,
      href: `https://www.reddit.com/submit?url=${address}&title=${title}`,
    },
  ]
  return (
    <section className="rounded-card border border-border bg-card p-5 shadow-card">
      <h2 className="font-semibold">Share this article</h2>
      <ul className="mt-3 grid grid-cols-2 gap-2">
        {networks.map(({ name, icon, count, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener"
              data-popup
              className="flex h-11 items-center gap-2 rounded-control border border-border px-3 text-sm hover:bg-muted"
            >
              {icon} {name}
              {count > 0 && (
                <span className="ms-auto text-muted-fg tabular-nums">
                  {formatShares(count)}
                  <span className="sr-only"> shares</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
