import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import {
  isTestCode,
  listImports,
  listSourceFiles,
  listWorkspaces,
  resolveImport,
  type SourceFile,
} from './source-files.ts'

const foundations = ['classifier', 'db', 'domain', 'mail', 'mail-text', 'notify', 'payments']

/**
 * The architecture as a table. An entry names a package, or one file or folder of it. A change of a
 * row needs a record in docs/decisions.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'packages/domain': [],
  'packages/contract': ['domain'],
  content: ['domain'],
  'packages/db': ['domain'],
  'packages/notify': ['domain'],
  'packages/mail': ['domain'],
  'packages/payments': ['domain'],
  'packages/mail-text': ['domain'],
  'packages/classifier': ['domain', 'mail-text'],
  'packages/simulators': ['domain'],
  'packages/services': [
    'db',
    'domain',
    'mail-text',
    'classifier/classifier',
    'classifier/judge-message',
    'classifier/model',
    'mail/consent',
    'mail/identity-provider',
    'mail/mail-error',
    'mail/mailbox',
    'notify/notify',
    'notify/notify-error',
    'payments/payment-error',
    'payments/payments',
  ],
  'packages/runtime': [...foundations, 'services'],
  'apps/api': ['contract', 'domain', 'runtime', 'services'],
  'apps/worker': ['domain', 'runtime', 'services'],
  'apps/web': [
    'contract',
    'content',
    'domain',
    'mail-text',
    'classifier/judge-message',
    'classifier/model',
    'classifier/model.json',
  ],
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

const workspaces = listWorkspaces()
const files = workspaces.flatMap(({ folder }) => listSourceFiles(folder))
const production = files.filter(({ path }) => !isTestCode(path))

test('imports are read over several lines, from dynamic imports and from re-exports', () => {
  const text = `import {
  one,
  two,
} from './several.ts'
import type { Three } from './type.ts'
import './effect.ts'
export { four } from './again.ts'
const five = await import('./later.ts')
const six = "no import from './text.ts'"
`
  expect(listImports(text)).toEqual([
    { specifier: './several.ts', isTypeOnly: false },
    { specifier: './type.ts', isTypeOnly: true },
    { specifier: './effect.ts', isTypeOnly: false },
    { specifier: './again.ts', isTypeOnly: false },
    { specifier: './later.ts', isTypeOnly: false },
  ])
})

test.each(Object.entries(mayImport))('%s imports only what it may', (folder, allowed) => {
  const isAllowed = (path: string) =>
    path.startsWith(`${basename(folder)}/`) ||
    allowed.some((entry) => path === entry || path.startsWith(`${entry}/`))
  const ours = importsIn(folder)
    .filter((specifier) => specifier.startsWith('@doorman/'))
    .map((specifier) => specifier.slice('@doorman/'.length).replace(/\?url$/, ''))
  expect(ours.filter((path) => !isAllowed(path))).toEqual([])
})

test('every package has a row in the table of imports', () => {
  const folders = workspaces.map(({ folder }) => folder)
  expect(folders.filter((folder) => !/^(?:e2e|bench|system)$/.test(folder)).toSorted()).toEqual(
    Object.keys(mayImport).toSorted(),
  )
})

test('there are no import cycles, type imports included', () => {
  expect(findCycles(files)).toEqual([])
})

test.each(workspaces)('$folder declares every package that it imports', (workspace) => {
  // Tools that every workspace gets from the root.
  const everywhere = new Set(['vitest', 'vite'])
  const imported = files
    .filter(({ path }) => path.startsWith(`${workspace.folder}/`))
    .flatMap(({ imports }) => imports.map(({ specifier }) => specifier))
    .filter((specifier) => !/^(?:\.|node:|virtual:|\/)/.test(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
    .filter((name) => name !== workspace.name && !everywhere.has(name))
    .filter((name) => !workspace.declared.has(name) && !workspace.declared.has(`@types/${name}`))
  expect([...new Set(imported)]).toEqual([])
})

test.each([
  'packages/domain',
  'packages/contract',
  'content',
  'packages/mail-text',
  'packages/classifier/src/model',
])('%s imports no Node module, because it runs in the browser', (folder) => {
  expect(importsIn(folder).filter((specifier) => specifier.startsWith('node:'))).toEqual([])
})

test('the local model imports no other folder of the classifier', () => {
  const model = 'packages/classifier/src/model'
  expect(importsIn(model).filter((specifier) => specifier.startsWith('../'))).toEqual([])
})

test('simulators import nothing but types from the product', () => {
  const imports = productionIn('packages/simulators').flatMap((file) => file.imports)
  expect(
    imports.filter(({ specifier, isTypeOnly }) => specifier.startsWith('@doorman/') && !isTypeOnly),
  ).toEqual([])
})

test('areas of services import ports, user-actions, plans, the record of admins’ acts, the order of emails and the table of mail failures, and nothing else of one another', () => {
  const shared = [
    'ports',
    'user-actions',
    'plans',
    'audit/record-act.ts',
    'emails/order-email.ts',
    'pipeline/mail-failure.ts',
  ]
  expect(strayImports('packages/services/src', shared)).toEqual([])
})

test('mail providers do not import one another', () => {
  expect(strayImports('packages/mail/src', ['http', 'mime'])).toEqual([])
})

test('features of the web app do not import one another', () => {
  expect(strayImports('apps/web/app/features', [])).toEqual([])
})

test.each([
  ['lib', ['ui', 'features', 'routes']],
  ['ui', ['features', 'routes']],
  ['features', ['routes']],
])('in the web app, %s imports from lower layers only', (layer, above) => {
  const targets = targetsIn(`apps/web/app/${layer}`)
  expect(
    targets.filter((path) => above.some((name) => path.startsWith(`apps/web/app/${name}/`))),
  ).toEqual([])
})

test('domain, services and contract take the time as an argument', () => {
  const clockReaders = ['domain', 'services', 'contract']
    .flatMap((name) => productionIn(`packages/${name}`))
    .filter(({ text }) => /new Date\(\)|Date\.now\(\)/.test(text))
  expect(clockReaders.map(({ path }) => path)).toEqual([])
})

function productionIn(folder: string): readonly SourceFile[] {
  return production.filter(({ path }) => path.startsWith(`${folder}/`))
}

function importsIn(folder: string): string[] {
  return productionIn(folder).flatMap(({ imports }) => imports.map(({ specifier }) => specifier))
}

function targetsOf({ path, imports }: SourceFile): string[] {
  return imports.flatMap(({ specifier }) => resolveImport(path, specifier, workspaces) ?? [])
}

function targetsIn(folder: string): string[] {
  return productionIn(folder).flatMap(targetsOf)
}

/** Imports from one folder of `root` into another one that is not shared by all of them. */
function strayImports(root: string, shared: readonly string[]): string[] {
  const areaOf = (path: string) =>
    path.startsWith(`${root}/`) && dirname(path) !== root
      ? path.slice(root.length + 1).split('/')[0]
      : undefined
  return productionIn(root).flatMap((file) =>
    targetsOf(file)
      .filter((target) => {
        const [from, to] = [areaOf(file.path), areaOf(target)]
        const isShared = shared.some((name) => name === to || target === `${root}/${name}`)
        return from !== undefined && to !== undefined && from !== to && !isShared
      })
      .map((target) => `${file.path} imports ${target}`),
  )
}

/** Groups of files that import one another (Tarjan's strongly connected components). */
function findCycles(among: readonly SourceFile[]): string[][] {
  const targets = new Map(among.map((file) => [file.path, targetsOf(file)]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (path: string): number => {
    const number = order.size
    order.set(path, number)
    stack.push(path)
    let low = number
    for (const next of targets.get(path) ?? []) {
      if (!targets.has(next)) continue
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    lowest.set(path, low)
    if (low === number) {
      const circle = stack.splice(stack.indexOf(path))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return low
  }
  for (const path of targets.keys()) if (!order.has(path)) visit(path)
  return circles
}
