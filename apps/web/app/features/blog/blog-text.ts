/** The blog's messages for empty, missing and unpublished pages. */
export const blogText = {
  failed: 'Failed to fetch posts',
  searchFailed: 'Failed to search posts',
  nothingFound: 'No articles found matching your search.',
  nothingPublished: 'No articles published yet.',
  nothingInCategory: 'No articles in this category yet.',
  preview: 'Preview: this article isn’t public yet. Only admins can see this page.',
  noDate: 'Not published yet',
  categoryMissing: {
    title: 'Category Not Found',
    description: 'The category you’re looking for doesn’t exist.',
  },
  articleMissing: {
    title: 'Article Not Found',
    description: 'The article you’re looking for doesn’t exist',
  },
} as const
