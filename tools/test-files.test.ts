import { existsSync } from 'node:fs'
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

test('every slow unit test exists', () => {
  expect(slowUnitTests.filter((file) => !existsSync(file))).toEqual([])
})
