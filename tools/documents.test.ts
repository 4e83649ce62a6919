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
    ...text.matchAll(/`((?:apps|packages|tools|scripts|docs|e2e|content)\/[\w./-]+)`/g),
  ]
  expect(named.map(([, path]) => path).filter((path) => !existsSync(path ?? ''))).toEqual([])
})
