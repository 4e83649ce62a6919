import { expect, test } from 'vitest'
import { findShipped } from './shipped-packages.ts'

const ours = { version: '0.1.0', license: 'MIT' }

test('what the apps need ships, through any number of packages; tools and other workspaces do not', () => {
  const shipped = findShipped({
    packages: {
      '': { name: 'doorman', version: '1.0.0' },
      'apps/web': { ...ours, name: '@doorman/web', dependencies: { '@doorman/db': '0.1.0' } },
      'packages/db': { ...ours, name: '@doorman/db', dependencies: { pg: '8.0.0' } },
      bench: { ...ours, name: '@doorman/bench', dependencies: { stopwatch: '1.0.0' } },
      'node_modules/@doorman/db': { link: true, resolved: 'packages/db' },
      'node_modules/pg': { version: '8.0.0', dependencies: { 'pg-types': '^2.0.0' } },
      'node_modules/pg-types': { version: '2.2.0', integrity: 'sha512-AA==' },
      'node_modules/stopwatch': { version: '1.0.0' },
      'node_modules/vite': { version: '8.0.0' },
    },
  })
  expect([...shipped.keys()]).toEqual([
    '@doorman/db@0.1.0',
    '@doorman/web@0.1.0',
    'pg-types@2.2.0',
    'pg@8.0.0',
  ])
  expect(shipped.get('pg@8.0.0')).toMatchObject({ needs: ['pg-types@2.2.0'], isOurs: false })
  expect(shipped.get('@doorman/web@0.1.0')).toMatchObject({
    needs: ['@doorman/db@0.1.0'],
    isOurs: true,
  })
})

test('a package ships if one workspace needs it, even if it is a tool of another', () => {
  const shipped = findShipped({
    packages: {
      'apps/api': { ...ours, name: '@doorman/api', dependencies: { fastify: '5.0.0' } },
      'packages/mail': { ...ours, name: '@doorman/mail' },
      'node_modules/fastify': { version: '5.0.0' },
    },
  })
  expect([...shipped.keys()]).toContain('fastify@5.0.0')
})

test('the version nearest to the package that needs it ships', () => {
  const shipped = findShipped({
    packages: {
      'apps/api': { ...ours, name: '@doorman/api', dependencies: { a: '1.0.0', b: '1.0.0' } },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '^2.0.0' } },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
      'node_modules/b': { version: '1.0.0' },
    },
  })
  expect(shipped.get('a@1.0.0')?.needs).toEqual(['b@2.0.0'])
  expect([...shipped.keys()]).toContain('b@1.0.0')
})

test('optional packages are marked, and a peer ships only if it is required', () => {
  const shipped = findShipped({
    packages: {
      'apps/api': { ...ours, name: '@doorman/api', dependencies: { sharp: '1.0.0' } },
      'node_modules/sharp': {
        version: '1.0.0',
        optionalDependencies: { 'sharp-linux': '1.0.0' },
        peerDependencies: { react: '^19.0.0', vitest: '^5.0.0' },
        peerDependenciesMeta: { vitest: { optional: true } },
      },
      'node_modules/sharp-linux': { version: '1.0.0' },
      'node_modules/react': { version: '19.0.0' },
      'node_modules/vitest': { version: '5.0.0' },
    },
  })
  expect([...shipped.values()].map(({ name, isOptional }) => [name, isOptional])).toEqual([
    ['@doorman/api', false],
    ['react', false],
    ['sharp-linux', true],
    ['sharp', false],
  ])
})
