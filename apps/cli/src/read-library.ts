import {
  ImportedAuthor,
  ImportedCategory,
  type Library,
} from '@doorman/services/blog/import-articles'
import { parseArticle, type Article } from '@doorman/services/blog/parse-article'
import { readdir, readFile } from 'node:fs/promises'

const ourBlog = new URL('../../../content/blog/', import.meta.url)

/** The articles that come with the product, and who and what they name. */
export async function readLibrary(folder: URL = ourBlog): Promise<Library> {
  const read = (name: string) => readFile(new URL(name, folder), 'utf8')
  const readList = async (name: string) => JSON.parse(await read(name)) as unknown[]
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return {
    authors: (await readList('authors.json')).map((author) => ImportedAuthor.parse(author)),
    categories: (await readList('categories.json')).map((one) => ImportedCategory.parse(one)),
    articles: await Promise.all(names.map(async (name) => toArticle(name, await read(name)))),
  }
}

function toArticle(name: string, file: string): Article {
  try {
    return parseArticle(file)
  } catch (cause) {
    // Whoever wrote it needs to know which file; the cause says what is wrong in it.
    throw new Error(`content/blog/${name} is no article: ${String(cause)}`, { cause })
  }
}
