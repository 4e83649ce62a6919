import { Slug } from '@doorman/domain/site/slug'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

const Line = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength))

const FrontMatter = z.strictObject({
  title: Line(65),
  slug: Slug,
  metaDescription: z.string().check(z.minLength(50), z.maxLength(160)),
  excerpt: Line(400),
  categories: z.array(Slug).check(z.minLength(1), z.maxLength(5)),
  author: Slug,
  publishedAt: z.iso.datetime(),
  /** Describes the cover painted from the slug. Without it, cover and description are chosen. */
  featuredImageAlt: z.optional(Line(300)),
})

/** An article as parsed from its file. */
export type Article = z.infer<typeof FrontMatter> & {
  /** Markdown. */
  readonly content: string
  /** Hash of the file. It changes with every edit. */
  readonly hash: string
}

/** Parses `name: value` lines between two `---`, then the body. Throws if the file is not valid. */
export function parseArticle(file: string): Article {
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(file.replaceAll('\r\n', '\n'))
  if (!match) throw new Error('An article must start with front matter between two lines of ---')
  const [, head = '', body = ''] = match
  const entries = head.split('\n').map((line) => {
    const [, name = line, value = ''] = /^(\w+):\s*(.*)$/.exec(line) ?? []
    return [name, toValue(value.trim())] as const
  })
  const hash = createHash('sha256').update(file).digest('hex')
  return { ...FrontMatter.parse(Object.fromEntries(entries)), content: body.trim(), hash }
}

/** A quoted string, a list in brackets, or plain text. */
function toValue(text: string): unknown {
  if (text.startsWith('"')) return JSON.parse(text)
  if (!text.startsWith('[')) return text
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => item.trim())
}
