import {
  ImportedAuthor,
  ImportedCategory,
  type Library,
} from '@doorman/services/blog/import-articles'
import { parseArticle, type Article } from '@doorman/services/blog/parse-article'
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ourBlog = new URL('../../../../content/blog/', import.meta.url)

/** Reads the articles of a folder with their authors and categories; by default Doorman's own. */
export async function readLibrary(blogDir: string | null = null): Promise<Library> {
  const folder = blogDir === null ? ourBlog : pathToFileURL(`${resolve(blogDir)}/`)
  const read = (name: string) => readFile(new URL(name, folder), 'utf8')
  const readList = async (name: string) => JSON.parse(await read(name)) as unknown[]
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return {
    authors: (await readList('authors.json')).map((author) => ImportedAuthor.parse(author)),
    categories: (await readList('categories.json')).map((one) => ImportedCategory.parse(one)),
    articles: await Promise.all(
      names.map(async (name) => toArticle(new URL(name, folder), await read(name))),
    ),
  }
}

function toArticle(file: URL, text: string): Article {
  try {
    return parseArticle(text)
  } catch (cause) {
    throw new Error(`${fileURLToPath(file)} is not a valid article: ${String(cause)}`, { cause })
  }
}
