import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSourceFiles, listWorkspaces, resolveImport } from '../../../tools/source-files.ts'

const folder = new URL('./', import.meta.url)

test('the style sheet of public pages covers all files that they render', () => {
  const sources = [
    ...readFileSync(new URL('public-pages.css', folder), 'utf8').matchAll(/@source '(.+)'/g),
  ]
  const covered = sources.flatMap(([, source]) =>
    globSync([`${source}`, `${source}/**/*.tsx`], { cwd: folder.pathname }),
  )
  const uncovered = listPublicFiles().filter((path) => !covered.includes(path))
  expect(uncovered).toEqual([])
})

/** Files with markup that the public routes and the root import, directly or indirectly. */
function listPublicFiles(): string[] {
  const workspaces = listWorkspaces()
  const files = new Map(listSourceFiles('apps/web').map((file) => [file.path, file]))
  const isStart = (path: string) => /app\/(?:root|routes\/public\/.+)\.tsx$/.test(path)
  const found = new Set([...files.values()].filter(({ path }) => isStart(path)))
  for (const { path, imports } of found) {
    for (const { specifier, isTypeOnly } of imports) {
      const target = isTypeOnly ? null : resolveImport(path, specifier, workspaces)
      const file = target === null ? undefined : files.get(target)
      // The loop also visits files that are added to the set while it runs.
      if (file) found.add(file)
    }
  }
  return [...found]
    .map(({ path }) => path.replace('apps/web/app/', ''))
    .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
}
