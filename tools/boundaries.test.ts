import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const foundations = ['classifier', 'db', 'domain', 'mail', 'notify', 'payments']

/** The architecture as a table. An entry names a package, or one file or folder of it. Changing a row is a decision: write one. */
const mayImport: Record<string, string[]> = {
  'packages/domain': [],
  'packages/contract': ['domain'],
  content: ['domain'],
  'packages/db': ['domain'],
  'packages/notify': ['domain'],
  'packages/mail': ['domain'],
  'packages/classifier': ['domain'],
  'packages/simulators': ['domain'],
  'packages/services': [
    'db',
    'domain',
    'classifier/classifier',
    'classifier/local',
    'mail/consent',
    'mail/mail-error',
    'mail/mailbox',
    'notify/notify',
    'notify/notify-error',
  ],
  'packages/runtime': [...foundations, 'services'],
  'apps/api': ['contract', 'domain', 'runtime', 'services'],
  'apps/worker': ['domain', 'runtime', 'services'],
  'apps/web': ['contract', 'content', 'domain', 'classifier/local', 'classifier/model'],
  'apps/cli': [
    ...foundations,
    'api',
    'contract',
    'runtime',
    'services',
    'simulators',
    'web',
    'worker',
  ],
}

test.each(Object.entries(mayImport))('%s imports only what it may', (folder, allowed) => {
  const own = `${basename(folder)}/`
  const isAllowed = (path: string) =>
    path.startsWith(own) || allowed.some((entry) => path === entry || path.startsWith(`${entry}/`))
  expect(
    matchesIn(folder, /from '@doorman\/([\w/-]+)/g).filter((path) => !isAllowed(path)),
  ).toEqual([])
})

test.each([
  ['packages/domain', /from '(node:[^']+)'/g],
  ['packages/contract', /from '(node:[^']+)'/g],
  ['content', /from '(node:[^']+)'/g],
  ['packages/classifier/src/local', /from '(node:[^']+|\.\.\/[^']+)'/g],
])('%s runs in a browser', (folder, forbidden) => {
  expect(matchesIn(folder, forbidden)).toEqual([])
})

test('simulators take types from us and nothing else', () => {
  expect(matchesIn('packages/simulators', /^import (?!type ).*'(@doorman.*)'/gm)).toEqual([])
})

test('the areas of services do not import one another', () => {
  const areas = readdirSync('packages/services/src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  for (const area of areas)
    expect(matchesIn(`packages/services/src/${area}`, /from '\.\.\/([\w-]+)\/[^']+'/g)).toEqual([])
})

test.each([
  ['lib', ['ui', 'features', 'routes']],
  ['ui', ['features', 'routes']],
  ['features', ['routes']],
])('in the web app, %s imports from below alone', (layer, above) => {
  const pattern = new RegExp(`from '(?:\\.\\./)+(${above.join('|')})/`, 'g')
  expect(matchesIn(`apps/web/app/${layer}`, pattern)).toEqual([])
})

test('the features of the web app do not import one another', () => {
  expect(matchesIn('apps/web/app/features', /from '\.\.\/([a-z-]+\/[^']+)'/g)).toEqual([])
})

test('time is an argument: nobody in domain, services or contract asks the clock', () => {
  for (const name of ['domain', 'services', 'contract'])
    expect(matchesIn(`packages/${name}`, /(new Date\(\)|Date\.now\(\))/g)).toEqual([])
})

test('every package has a row', () => {
  const folders = ['content'].concat(
    ['packages', 'apps'].flatMap((root) => readdirSync(root).map((name) => `${root}/${name}`)),
  )
  expect(folders.filter((folder) => existsSync(`${folder}/package.json`)).sort()).toEqual(
    Object.keys(mayImport).sort(),
  )
})

/** Everything the pattern captures in the production code of a folder; tests and fakes are free. */
function matchesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.tsx?$/.test(file) && !/\.test\.|\.conformance\.|fake-|node_modules|build\//.test(file),
    )
    .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(pattern)])
    .map((match) => match[1] ?? match[0])
}
