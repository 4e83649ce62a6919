import { site } from '@doorman/content/site'
import type { SocialNetwork } from '@doorman/content/site-shape'
import { Rss } from 'lucide-react'
import type { ReactNode } from 'react'
import { InstagramIcon, LinkedInIcon, XIcon } from '../../ui/icons/social-icons.tsx'

const networks: Record<SocialNetwork, { name: string; icon: ReactNode }> = {
  linkedin: { name: 'LinkedIn', icon: <LinkedInIcon /> },
  x: { name: 'X', icon: <XIcon /> },
  instagram: { name: 'Instagram', icon: <InstagramIcon /> },
  feed: { name: 'The Inbox Defender (RSS)', icon: <Rss aria-hidden className="size-5" /> },
}

export function Founder() {
  const { name, role, paragraphs, social } = site.founder
  const [opening, ...rest] = paragraphs
  return (
    <section id="about" aria-labelledby="about-title" className="border-t border-border">
      <div className="mx-auto max-w-[48rem] px-4 py-9 md:px-8 md:py-14">
        <h2 id="about-title" className="sr-only">
          Why we built this
        </h2>
        <p className="font-serif text-xl font-medium text-pretty md:text-3xl">{opening}</p>
        {rest.map((paragraph) => (
          <p
            key={paragraph}
            className="mt-3 text-pretty text-muted-fg max-md:text-sm md:mt-4 md:text-lg"
          >
            {paragraph}
          </p>
        ))}
        <div className="mt-6 flex flex-wrap items-center gap-4 border-t border-border pt-5">
          <Portrait />
          <p className="grow">
            <span className="font-semibold">{name}</span>
            <span className="block text-sm text-muted-fg">{role}</span>
          </p>
          {social.length > 0 && (
            <ul className="screen-only flex gap-1">
              {social.map(({ network, url }) => (
                <li key={network}>
                  <a
                    href={url}
                    target="_blank"
                    rel="noopener"
                    aria-label={`${name} on ${networks[network].name}, opens in a new tab`}
                    className="grid size-11 place-items-center rounded-control text-muted-fg hover:bg-muted hover:text-fg"
                  >
                    {networks[network].icon}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
}

function Portrait() {
  const { name, photo } = site.founder
  if (photo)
    return <img src={photo} alt="" width={56} height={56} loading="lazy" className="rounded-full" />
  return (
    <span
      aria-hidden
      className="grid size-14 place-items-center rounded-full border border-border bg-card text-lg font-semibold text-primary shadow-card"
    >
      {toInitials(name)}
    </span>
  )
}

function toInitials(name: string): string {
  return name
    .split(' ')
    .map((part) => part.charAt(0))
    .join('')
}
