import { AppError } from '@doorman/domain/app-error'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { fitIntoPage } from './fit-into-page.ts'
import { listSections, type Section } from './list-sections.ts'

/**
 * The elements that an article may contain. HTML in Markdown is dropped before. Only our own
 * pictures are allowed, so that reading an article sends no request to other servers.
 */
const allowed: Options = {
  tagNames: [
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'blockquote',
    'hr',
    'br',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'a',
    'em',
    'strong',
    'del',
    'img',
  ],
  attributes: {
    a: ['href', 'title'],
    img: [['src', /^\/media\/[\w-]+\/[\w-]+\.\w+$/], 'alt', 'title'],
    ol: ['start'],
    td: [['align', 'left', 'center', 'right']],
    th: [['align', 'left', 'center', 'right']],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  strip: ['script', 'style'],
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize, allowed)
  .use(fitIntoPage)
  // The prefix keeps headings from using an id of the page.
  .use(rehypeSlug, { prefix: 'section-' })
  .use(rehypeStringify)
  .freeze()

export type RenderedArticle = { html: string; sections: Section[] }

/** Renders untrusted Markdown as safe HTML. Text that is nested too deeply is refused. */
export function renderArticle(markdown: string): RenderedArticle {
  try {
    const tree = processor.runSync(processor.parse(markdown))
    return { html: processor.stringify(tree), sections: listSections(tree) }
  } catch (error) {
    if (error instanceof RangeError)
      throw new AppError('invalid', 'This text is nested too deeply.', { cause: error })
    throw error
  }
}

export function renderMarkdown(markdown: string): string {
  return renderArticle(markdown).html
}
