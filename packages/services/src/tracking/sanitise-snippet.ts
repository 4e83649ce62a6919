import type { Element, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'

/** What marketing tools need: scripts, or pictures if scripts are off. No frames or forms. */
const allowed: Options = {
  tagNames: ['script', 'noscript', 'img', 'meta'],
  attributes: {
    // Every type is kept: without its type, JSON or a template would be run as a script.
    script: ['src', 'async', 'defer', 'id', 'type', 'integrity', 'crossOrigin', 'data*'],
    img: ['src', 'alt', 'width', 'height'],
    meta: ['name', 'property', 'content'],
  },
  protocols: { src: ['https'] },
  required: { img: { alt: '' } },
  // Ids are kept as they are, because tools look elements up by id.
  clobber: [],
}

/** Replaced by the nonce of each response. */
export const noncePlaceholder = 'nonce="%NONCE%"'

const parser = unified().use(rehypeParse, { fragment: true }).freeze()
const cleaner = unified().use(rehypeSanitize, allowed).freeze()
const printer = unified().use(rehypeStringify).freeze()

/** Removes what is not allowed. With `isScript`, text without markup is treated as a script. */
export function sanitiseSnippet(markup: string, kind: SnippetKind): string {
  if (markup.trim() === '') return ''
  const tree = clean(parse(markup, kind))
  addNonces(tree)
  return printer.stringify(tree).trim()
}

type SnippetKind = { readonly isScript: boolean }

/**
 * What sanitising removes, such as `<iframe>` or `onclick of <img>`, each once. Comments are left
 * out: they do nothing.
 */
export function listRemoved(markup: string, kind: SnippetKind): string[] {
  const tree = parse(markup, kind)
  const kept = clean(tree)
  const [before, after] = [countParts(tree), countParts(kept)]
  return [...before].filter(([part, count]) => count > (after.get(part) ?? 0)).map(([part]) => part)
}

/** Deeper than any tool's code. Parsing is recursive, so far deeper markup would fail on every page. */
const maxDepth = 100

export function isTooDeep(markup: string): boolean {
  try {
    return depthOf(parser.parse(markup)) > maxDepth
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

function parse(markup: string, { isScript }: SnippetKind): Root {
  const isBare = isScript && !/<[a-z!]/i.test(markup)
  return parser.parse(isBare ? `<script>${markup}</script>` : markup)
}

function clean(tree: Root): Root {
  return cleaner.runSync(tree) as Root
}

/** How often each element and attribute occurs. A removed element's attributes are not listed. */
function countParts(tree: Root): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (part: string) => counts.set(part, (counts.get(part) ?? 0) + 1)
  const visit = (parent: Root | Element) => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue
      const name = `<${child.tagName}>`
      count(name)
      if (allowed.tagNames?.includes(child.tagName))
        for (const attribute of Object.keys(child.properties))
          count(`${toAttributeName(attribute)} of ${name}`)
      visit(child)
    }
  }
  visit(tree)
  return counts
}

/** `onClick` is `onclick` in markup, and `dataId` is `data-id`. */
function toAttributeName(property: string): string {
  return /^(?:data|aria)[A-Z]/.test(property)
    ? property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : property.toLowerCase()
}

function depthOf(parent: Root | Element): number {
  const depths = parent.children.map((child) => ('children' in child ? depthOf(child) : 0))
  return 1 + Math.max(0, ...depths)
}

function addNonces(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'script') child.properties['nonce'] = '%NONCE%'
    addNonces(child)
  }
}
