import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import {
  isTestCode,
  listSourceFiles,
  listWorkspaces,
  resolveImport,
} from '../../../../tools/source-files.ts'
import * as standIn from './zod-mini.ts'

test('every schema of contract and domain can be built with the stand-in', async () => {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: { 'zod/mini': fileURLToPath(new URL('zod-mini.ts', import.meta.url)) } },
    ssr: { noExternal: true },
  })
  onTestFinished(() => vite.close())
  const files = ['packages/contract/src', 'packages/domain/src']
    .flatMap(listSourceFiles)
    .filter(({ path, text }) => !isTestCode(path) && text.includes("from 'zod/mini'"))
    .filter(({ path }) => path !== 'packages/contract/src/openapi.ts') // Server only.
  expect(files.length).toBeGreaterThan(10)
  for (const { path } of files) await vite.ssrLoadModule(`/${path}`)
})

test('no code that the browser can reach parses with a schema', () => {
  const parsing = listBrowserFiles().flatMap(({ path, text }) =>
    listParsers(text).map((parser) => `${path}: ${parser}.parse`),
  )
  expect(parsing).toEqual([])
})

test.each([
  ['CurrentUser.parse(reply)', ['CurrentUser']],
  ['z.safeParse(CurrentUser, reply)', ['z']],
  ['toSchema()\n  .safeParse(reply)', [')']],
  ['JSON.parse(text); Lesson.safeParse(entry); Date.parse(day)', ['Lesson']],
])('the check finds which schemas parse in %j: %j', (code, parsers) => {
  expect(listParsers(code)).toEqual(parsers)
})

test('a schema of the stand-in refuses to parse', () => {
  expect(() => standIn.object({}).check().brand().safeParse()).toThrow('cannot parse')
})

/** What `.parse()` is called on, except for the platform's own parsers. */
function listParsers(code: string): string[] {
  return [
    ...code.matchAll(/([\w$]+|[)\]])\s*\.\s*(?:parse|safeParse|parseAsync|safeParseAsync)\(/g),
  ]
    .map(([, parser]) => parser ?? '')
    .filter((parser) => !['JSON', 'Date', 'URL'].includes(parser))
}

/** The web app's own files, and those of our packages that they import, directly or indirectly. */
function listBrowserFiles() {
  const workspaces = listWorkspaces()
  const files = new Map(
    workspaces.flatMap(({ folder }) => listSourceFiles(folder)).map((file) => [file.path, file]),
  )
  const found = new Set(
    [...files.values()].filter(({ path }) => path.startsWith('apps/web/app/') && !isTestCode(path)),
  )
  for (const { path, imports } of found) {
    for (const { specifier, isTypeOnly } of imports) {
      const target = isTypeOnly ? null : resolveImport(path, specifier, workspaces)
      const file = target === null ? undefined : files.get(target)
      // The loop also visits files that are added to the set while it runs.
      if (file) found.add(file)
    }
  }
  return [...found]
}
