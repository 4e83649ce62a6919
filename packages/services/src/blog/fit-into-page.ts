import type { Element, Root } from 'hast'

/**
 * Adapts an article to its page. The page's h1 is the title, so headings start at h2. Tables and
 * code scroll on small screens, by keyboard too. Pictures load lazily and reserve their space.
 */
export function fitIntoPage() {
  return (tree: Root): void => fitChildren(tree)
}

function fitChildren(parent: Root | Element): void {
  for (const [index, child] of parent.children.entries()) {
    if (child.type !== 'element') continue
    fitChildren(child)
    if (child.tagName === 'h1') child.tagName = 'h2'
    if (child.tagName === 'img')
      Object.assign(child.properties, { loading: 'lazy', ...sizeOf(child) })
    if (child.tagName === 'pre') child.properties['tabIndex'] = 0
    if (child.tagName === 'table') parent.children[index] = wrapInScrollArea(child)
  }
}

/** The name of a picture can contain its size, such as 1200x800.webp. Prevents layout shift. */
function sizeOf({ properties }: Element) {
  const [, width, height] = /(\d+)x(\d+)\.webp$/.exec(String(properties['src'])) ?? []
  return width && height ? { width, height } : {}
}

function wrapInScrollArea(table: Element): Element {
  return {
    type: 'element',
    tagName: 'div',
    properties: { role: 'group', ariaLabel: 'Table', tabIndex: 0, className: ['scrolling'] },
    children: [table],
  }
}
