import { isSlug, notASlug } from './slug.ts'

/** Longer than any article, and short enough to be rendered at once. */
export const contentMaxLength = 100_000

/** How long each line of an article may be, and what to say where it is missing. */
export const articleLines = {
  title: { most: 120, missing: 'Please enter a title' },
  metaDescription: { most: 200, missing: 'Please enter a description for search engines' },
  excerpt: { most: 500, missing: 'Please enter an excerpt' },
} as const

export const coverAltMaxLength = 300
export const tooLong = (most: number) => `At most ${most} characters`
export const articleTooLong = 'This article is too long'
export const noCategory = 'Please choose a category'
export const mostCategories = 5
export const tooManyCategories = `Please choose at most ${mostCategories} categories`

type ArticleFields = {
  readonly title: string
  readonly slug: string
  readonly metaDescription: string
  readonly excerpt: string
  readonly featuredImageAlt: string
  readonly content: string
  readonly categoryIds: readonly string[]
}
export type ArticleFaults = { readonly [Name in keyof ArticleFields]?: string }

/** What is wrong with each field, by its name; nothing where nothing is. */
export function findArticleFaults(article: ArticleFields): ArticleFaults {
  const names = ['title', 'metaDescription', 'excerpt'] as const
  const lines = names.map((name) => [name, findLineFault(article[name], articleLines[name])])
  const { slug, featuredImageAlt, content, categoryIds } = article
  const faults = [
    ...lines,
    ['slug', isSlug(slug) ? null : notASlug],
    [
      'featuredImageAlt',
      featuredImageAlt.trim().length > coverAltMaxLength ? tooLong(coverAltMaxLength) : null,
    ],
    ['content', content.length > contentMaxLength ? articleTooLong : null],
    ['categoryIds', findCategoriesFault(categoryIds)],
  ]
  return Object.fromEntries(faults.filter(([, fault]) => fault !== null))
}

function findCategoriesFault({ length }: readonly string[]) {
  if (length === 0) return noCategory
  return length > mostCategories ? tooManyCategories : null
}

function findLineFault(text: string, { most, missing }: { most: number; missing: string }) {
  const { length } = text.trim()
  if (length === 0) return missing
  return length > most ? tooLong(most) : null
}
