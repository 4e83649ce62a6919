import type { Element, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'

/** What marketing tools need: scripts, and pictures for browsers without. No frames or forms. */
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

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeSanitize, allowed)
  .use(() => (tree: Root) => addNonces(tree))
  .use(rehypeStringify)
  .freeze()

/** Removes what is not allowed. With `isScript`, text without markup is treated as a script. */
export function sanitiseSnippet(markup: string, { isScript }: { isScript: boolean }): string {
  if (markup.trim() === '') return ''
  const whole = isScript && !/<[a-z!]/i.test(markup) ? `<script>${markup}</script>` : markup
  return String(processor.processSync(whole)).trim()
}

function addNonces(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'script') child.properties['nonce'] = '%NONCE%'
    addNonces(child)
  }
}
