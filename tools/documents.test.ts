import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && existsSync(path))

test.each(documents)('%s names only paths that exist', (document) => {
  const text = readFileSync(document, 'utf8')
  const named = [
    ...text.matchAll(
      /`((?:apps|packages|tools|scripts|docs|e2e|content|system|bench)\/[\w./-]+)`/g,
    ),
  ]
  // Paths in build folders exist only after a build.
  const paths = named.flatMap(([, path = '']) => (/\/build(\/|$)/.test(path) ? [] : [path]))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

/** The rows of the table: area, guarantee, proofs. */
const guarantees = readFileSync('docs/security.md', 'utf8')
  .split(/^## /m)
  .filter((section) => section.startsWith('Guarantees\n'))
  .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| ')))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .slice(2)

test('docs/security.md has a table of guarantees', () => {
  expect(guarantees.length).toBeGreaterThan(30)
})

test.each(guarantees)('%s"%s: %s" is proven by tests or mutations that exist', (...cells) => {
  const proofs = [...(cells[3] ?? '').matchAll(/`([^`]+\.ts)` "([^"]+)"/g)]
  const missing = proofs.filter(([, file = '', title = '']) => !hasTitle(file, title))
  expect(proofs).not.toEqual([])
  expect(missing.map(([proof]) => proof)).toEqual([])
})

/** Whether the file has a test or a mutation with exactly this title. */
function hasTitle(file: string, title: string): boolean {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
}
