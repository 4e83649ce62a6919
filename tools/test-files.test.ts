import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSourceFiles, listWorkspaces } from './source-files.ts'
import { sampledTests, slowUnitTests } from './test-files.ts'

test('every test that tries a part of a series is listed, so that test:long tries all of it', () => {
  const folders = listWorkspaces().map(({ folder }) => folder)
  const files = [...folders, 'tools', 'scripts']
    .filter((folder) => folder !== 'e2e')
    .flatMap(listSourceFiles)
    .filter(({ imports }) =>
      imports.some(({ specifier }) => /\/testing\/sample(?:\.ts)?$/.test(specifier)),
    )
  expect(files.map(({ path }) => path).toSorted()).toEqual([...sampledTests])
})

test('every entry of the slow unit tests names a test or a folder with tests', () => {
  const hasTests = (pattern: string) => globSync(pattern).some((file) => /\.test\.tsx?$/.test(file))
  expect(slowUnitTests.filter((pattern) => !hasTests(pattern))).toEqual([])
})
