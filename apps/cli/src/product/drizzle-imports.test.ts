import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { resolveInsideDrizzle } from './drizzle-imports.ts'

const importer = 'file:///app/node_modules/drizzle-orm/pg-core/index.js'

test.each([
  ['./table.js', importer, 'file:///app/node_modules/drizzle-orm/pg-core/table.js'],
  ['../entity.js', importer, 'file:///app/node_modules/drizzle-orm/entity.js'],
  ['pg', importer, null],
  ['./data.json', importer, null],
  ['./table.js', 'file:///app/node_modules/pg/lib/index.js', null],
  ['./table.js', 'file:///app/packages/db/src/schema.ts', null],
  ['./table.js', undefined, null],
])('%s imported by %s resolves to %s', (specifier, from, expected) => {
  expect(resolveInsideDrizzle(specifier, from)).toBe(expected)
})

test('the tables load the same with and without the shortcut', () => {
  const schema = JSON.stringify(import.meta.resolve('@doorman/db/schema'))
  const hook = JSON.stringify(new URL('drizzle-imports.ts', import.meta.url).href)
  const print = `console.log(Object.keys(await import(${schema})).join())`
  const register = `(await import(${hook})).registerDrizzleImports();`
  const run = (code: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(run(register + print)).toBe(run(print))
})
