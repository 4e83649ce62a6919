import type { BlogAuthor } from '@doorman/contract/blog'
import { toInitial } from '../../lib/format.ts'
import { Avatar } from '../../ui/basics/avatar.tsx'
import { InstagramIcon, LinkedInIcon } from '../../ui/icons/social-icons.tsx'

export function AuthorCard({ author }: { author: BlogAuthor }) {
  const links = [
    { url: author.linkedinUrl, name: 'LinkedIn', icon: <LinkedInIcon /> },
    { url: author.instagramUrl, name: 'Instagram', icon: <InstagramIcon /> },
  ].filter(({ url }) => url !== null)
  return (
    <section
      aria-label="Author"
      className="flex items-start gap-4 rounded-card border border-border bg-card p-5 shadow-card"
    >
      {author.image ? (
        <img src={author.image} alt="" width={48} height={48} className="size-12 rounded-full" />
      ) : (
        <Avatar letter={toInitial(author.name)} />
      )}
      <div className="min-w-0">
        <p className="font-semibold">{author.name}</p>
        <p className="mt-1 text-sm text-pretty text-muted-fg">{author.bio}</p>
        {links.length > 0 && (
          <ul className="mt-2 flex gap-1">
            {links.map(({ url, name, icon }) => (
              <li key={name}>
                <a
                  href={url ?? ''}
                  rel="noopener"
                  aria-label={`${author.name} on ${name}`}
                  className="grid size-9 place-items-center rounded-control text-muted-fg hover:bg-muted hover:text-fg"
                >
                  {icon}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
