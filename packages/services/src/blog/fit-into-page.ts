import type { Element, Root } from 'hast'

/**
 * Makes an article part of a page: its title is the page's own, so headings
 * begin a level below, and what may be wider than a phone scrolls by itself,
 * by keyboard as well. Pictures keep their place until they are there.
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
    if (child.tagName === 'table') parent.children[index] = inScrollingBox(child)
  }
}

/** By its name, where that tells it: the text below does not jump when the picture comes. */
function sizeOf({ properties }: Element) {
  const [, width, height] = /(\d+)x(\d+)\.webp$/.exec(String(properties['src'])) ?? []
  return width && height ? { width, height } : {}
}

function inScrollingBox(table: Element): Element {
  return {
    type: 'element',
    tagName: 'div',
    properties: { role: 'group', ariaLabel: 'Table', tabIndex: 0, className: ['scrolling'] },
    children: [table],
  }
}
