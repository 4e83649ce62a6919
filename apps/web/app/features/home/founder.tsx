import { site } from '@doorman/content/site'
import type { SocialNetwork } from '@doorman/content/site-shape'
import type { ReactNode } from 'react'
import { InstagramIcon, LinkedInIcon, XIcon } from '../../ui/icons/social-icons.tsx'

const networks: Record<SocialNetwork, { name: string; icon: ReactNode }> = {
  linkedin: { name: 'LinkedIn', icon: <LinkedInIcon /> },
  x: { name: 'X', icon: <XIcon /> },
  instagram: { name: 'Instagram', icon: <InstagramIcon /> },
}

export function Founder() {
  const { name, role, photo, paragraphs, social } = site.founder
  const [opening, ...rest] = paragraphs
  return (
    <section id="about" aria-labelledby="about-title" className="border-t border-border">
      <div className="mx-auto grid max-w-[56rem] gap-8 px-4 py-18 md:grid-cols-[auto_minmax(0,1fr)] md:gap-14 md:px-8 md:py-28">
        <h2 id="about-title" className="sr-only">
          Why we built this
        </h2>
        {photo ? (
          <img
            src={photo}
            alt={name}
            width={96}
            height={96}
            loading="lazy"
            className="rounded-full"
          />
        ) : (
          <span
            aria-hidden
            className="grid size-24 place-items-center rounded-full border border-border bg-card text-3xl font-semibold text-primary shadow-card"
          >
            {toInitials(name)}
          </span>
        )}
        <div>
          <p className="text-xl text-pretty md:text-2xl">{opening}</p>
          {rest.map((paragraph) => (
            <p key={paragraph} className="mt-5 text-lg text-pretty text-muted-fg">
              {paragraph}
            </p>
          ))}
          <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-border pt-5">
            <p>
              <span className="font-semibold">{name}</span>
              <span className="block text-sm text-muted-fg">{role}</span>
            </p>
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
          </div>
        </div>
      </div>
    </section>
  )
}

function toInitials(name: string): string {
  return name
    .split(' ')
    .map((part) => part.charAt(0))
    .join('')
}
