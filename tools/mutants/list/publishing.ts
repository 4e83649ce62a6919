import type { Mutation } from '../mutation.ts'

const posts = 'packages/services/src/blog/posts.ts'
const save = 'packages/services/src/blog/save-content.ts'
const cover = 'packages/services/src/blog/replace-cover.ts'
const article = 'packages/domain/src/site/article.ts'
const contentTest = 'apps/api/src/routes/content.db.test.ts'
const articleTest = 'packages/domain/src/site/article.test.ts'

/** What readers see of articles, and what editors can take back. */
export const publishing: readonly Mutation[] = [
  {
    guarantee: 'readers do not see a deleted article',
    file: posts,
    original: 'and(lte(posts.publishedAt, now), isNull(posts.deletedAt))',
    mutated: 'and(lte(posts.publishedAt, now))',
    tests: [contentTest],
  },
  {
    guarantee: 'an incomplete article is not published',
    file: save,
    original: "if (error !== undefined) throw new AppError('invalid', error)",
    mutated: '',
    tests: [contentTest],
  },
  {
    guarantee: 'a draft may be incomplete',
    file: article,
    original: 'const isDraft = article.publishedAt === null',
    mutated: 'const isDraft = false',
    tests: [articleTest],
  },
  {
    guarantee: 'a draft needs a title',
    file: article,
    original: "mayBeEmpty: isDraft && name !== 'title'",
    mutated: 'mayBeEmpty: isDraft',
    tests: [articleTest],
  },
  {
    guarantee: 'an upload is remembered as one',
    file: cover,
    original: 'hasUploadedCover: isUploaded,',
    mutated: '',
    tests: [contentTest],
  },
]
