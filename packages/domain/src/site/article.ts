import { isSlug, notASlug } from './slug.ts'

/** More than any article needs, and short enough to render at once. */
export const contentMaxLength = 100_000

/** The length limit of each field of an article, and the error if it is empty. */
export const articleLines = {
  title: { max: 120, missing: 'Please enter a title' },
  metaDescription: { max: 200, missing: 'Please enter a description for search engines' },
  excerpt: { max: 500, missing: 'Please enter an excerpt' },
} as const

export const coverAltMaxLength = 300
export const tooLong = (max: number) => `At most ${max} characters`
export const articleTooLong = 'This article is too long'
export const noCategory = 'Please choose a category'
export const maxCategories = 5
export const tooManyCategories = `Please choose at most ${maxCategories} categories`

type ArticleFields = {
  readonly title: string
  readonly slug: string
  readonly metaDescription: string
  readonly excerpt: string
  readonly featuredImageAlt: string
  readonly content: string
  readonly categoryIds: readonly string[]
}
export type ArticleErrors = { readonly [Name in keyof ArticleFields]?: string }

/** The error message of each invalid field. */
export function findArticleErrors(article: ArticleFields): ArticleErrors {
  const names = ['title', 'metaDescription', 'excerpt'] as const
  const lines = names.map((name) => [name, findLineError(article[name], articleLines[name])])
  const { slug, featuredImageAlt, content, categoryIds } = article
  const errors = [
    ...lines,
    ['slug', isSlug(slug) ? null : notASlug],
    [
      'featuredImageAlt',
      featuredImageAlt.trim().length > coverAltMaxLength ? tooLong(coverAltMaxLength) : null,
    ],
    ['content', content.length > contentMaxLength ? articleTooLong : null],
    ['categoryIds', findCategoriesError(categoryIds)],
  ]
  return Object.fromEntries(errors.filter(([, error]) => error !== null))
}

function findCategoriesError({ length }: readonly string[]) {
  if (length === 0) return noCategory
  return length > maxCategories ? tooManyCategories : null
}

function findLineError(text: string, { max, missing }: { max: number; missing: string }) {
  const { length } = text.trim()
  if (length === 0) return missing
  return length > max ? tooLong(max) : null
}
