import type { Element, Root } from 'hast'

/** A heading that a table of contents can link to. */
export type Section = { id: string; title: string }

/** The headings of the second level, in their order. They must have their ids. */
export function listSections({ children }: Root): Section[] {
  return children
    .filter((child) => child.type === 'element')
    .filter(({ tagName }) => tagName === 'h2')
    .map((heading) => ({ id: String(heading.properties['id']), title: toText(heading) }))
}

function toText({ children }: Element): string {
  return children
    .map((child) => {
      if (child.type === 'element') return toText(child)
      return child.type === 'text' ? child.value : ''
    })
    .join('')
}
