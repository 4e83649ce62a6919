import type { Element, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'

/** What marketing tools consist of: scripts, and a picture for those without. No frames, styles or forms. */
const allowed: Options = {
  tagNames: ['script', 'noscript', 'img', 'meta'],
  attributes: {
    // A type is kept whatever it is: what is data, or waits for another script, must not become code.
    script: ['src', 'async', 'defer', 'id', 'type', 'integrity', 'crossOrigin', 'data*'],
    img: ['src', 'alt', 'width', 'height'],
    meta: ['name', 'property', 'content'],
  },
  protocols: { src: ['https'] },
  required: { img: { alt: '' } },
  // Tools are found by the names they have; none of these elements can stand in for the page's own.
  clobber: [],
}

/** Stands where each answer's own nonce belongs. */
export const noncePlace = 'nonce="%NONCE%"'

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeSanitize, allowed)
  .use(() => (tree: Root) => giveNonces(tree))
  .use(rehypeStringify)
  .freeze()

/** An operator's markup, as far as it is allowed. Text without markup is a script, as SPEC has it. */
export function sanitiseSnippet(markup: string, { isScript }: { isScript: boolean }): string {
  if (markup.trim() === '') return ''
  const whole = isScript && !/<[a-z!]/i.test(markup) ? `<script>${markup}</script>` : markup
  return String(processor.processSync(whole)).trim()
}

function giveNonces(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'script') child.properties['nonce'] = '%NONCE%'
    giveNonces(child)
  }
}
