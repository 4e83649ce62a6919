import type { BlogPost } from '@doorman/contract/blog'

const title = 'In this article'
/** Fewer sections need no table. */
const minSections = 3

type Sections = BlogPost['sections']

/** The table of contents beside an article, on wide screens. */
export function SidebarContents({ sections }: { sections: Sections }) {
  if (sections.length < minSections) return null
  return (
    <nav aria-label={title} className="hidden min-h-0 overflow-y-auto ps-1 lg:block">
      <h2 className="text-sm font-semibold">{title}</h2>
      <SectionLinks sections={sections} />
    </nav>
  )
}

/** The same in front of the text, folded, on narrow screens. */
export function FoldedContents({ sections }: { sections: Sections }) {
  if (sections.length < minSections) return null
  return (
    <details className="screen-only mt-8 rounded-card border border-border bg-card lg:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-semibold">
        {title}
      </summary>
      <nav aria-label={title} className="px-4 pb-3">
        <SectionLinks sections={sections} />
      </nav>
    </details>
  )
}

function SectionLinks({ sections }: { sections: Sections }) {
  return (
    <ol className="article-contents mt-2 text-sm">
      {sections.map((section) => (
        <li key={section.id}>
          <a
            href={`#${section.id}`}
            className="block border-s-2 border-border py-2.5 ps-3 text-pretty text-muted-fg hover:text-fg lg:py-1.5"
          >
            {section.title}
          </a>
        </li>
      ))}
    </ol>
  )
}
