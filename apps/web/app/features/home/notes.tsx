import { site } from '@doorman/content/site'
import { TextLink } from '../../ui/basics/text-link.tsx'
import { toFootnotes } from './footnotes.ts'

/** Says of each claim on the page how it is measured. */
export function Notes() {
  const notes = toFootnotes(site.claims)
  if (notes.length === 0) return null
  return (
    <section aria-label="Notes" className="border-t border-border">
      <ol className="mx-auto grid max-w-[72rem] gap-x-10 gap-y-2 px-4 py-6 text-xs text-muted-fg md:grid-cols-[2fr_1fr_1.5fr] md:px-8">
        {notes.map(({ number, text, links }) => (
          <li key={number} id={`note-${number}`} className="flex gap-2 text-pretty target:text-fg">
            <span className="tabular-nums">{number}</span>
            <p>
              {text}{' '}
              {links.map(({ label, href }) => (
                <span key={href} className="me-3 inline-block">
                  <TextLink href={href}>{label}</TextLink>
                </span>
              ))}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
