import { readArticle } from '../features/blog/read-article.ts'

// Runs at the end of an article, before its `load` event.
readArticle(window)
