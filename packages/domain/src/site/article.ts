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
const noCategory = 'Please choose a category'
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
  /** `null` for a draft. */
  readonly publishedAt: unknown
}
export type ArticleErrors = { readonly [Name in keyof Omit<ArticleFields, 'publishedAt'>]?: string }

/**
 * The error message of each invalid field. A draft needs a title and an address; the rest can wait
 * until it is published.
 */
export function findArticleErrors(article: ArticleFields): ArticleErrors {
  const isDraft = article.publishedAt === null
  const names = ['title', 'metaDescription', 'excerpt'] as const
  const lines = names.map((name) => [
    name,
    findLineError(article[name], articleLines[name], { mayBeEmpty: isDraft && name !== 'title' }),
  ])
  const { slug, featuredImageAlt, content, categoryIds } = article
  const errors = [
    ...lines,
    ['slug', isSlug(slug) ? null : notASlug],
    [
      'featuredImageAlt',
      featuredImageAlt.trim().length > coverAltMaxLength ? tooLong(coverAltMaxLength) : null,
    ],
    ['content', content.length > contentMaxLength ? articleTooLong : null],
    ['categoryIds', findCategoriesError(categoryIds, isDraft)],
  ]
  return Object.fromEntries(errors.filter(([, error]) => error !== null))
}

function findCategoriesError({ length }: readonly string[], isDraft: boolean) {
  if (length === 0 && !isDraft) return noCategory
  return length > maxCategories ? tooManyCategories : null
}

function findLineError(
  text: string,
  { max, missing }: { max: number; missing: string },
  { mayBeEmpty }: { mayBeEmpty: boolean },
) {
  const { length } = text.trim()
  if (length === 0 && !mayBeEmpty) return missing
  return length > max ? tooLong(max) : null
}
