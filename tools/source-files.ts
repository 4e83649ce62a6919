import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export type SourceFile = {
  /** Relative to the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
}

export type Import = {
  /** As written: `./decide.ts`, `@doorman/domain/ids`, `node:fs`, `zod`. */
  readonly specifier: string
  readonly isTypeOnly: boolean
}

export type Workspace = {
  readonly name: string
  readonly folder: string
  readonly exports: Readonly<Record<string, string>>
  /** Every kind of dependency that its package.json declares. */
  readonly declared: ReadonlySet<string>
}

/** Statements that name a module, over several lines too, and dynamic imports. */
const statement =
  /^(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm

export function listSourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)(node_modules|build|\.\w[^/]*)\//.test(path))
    .map(readSourceFile)
}

function readSourceFile(path: string): SourceFile {
  const text = readFileSync(path, 'utf8')
  return { path, text, imports: listImports(text) }
}

export function listImports(text: string): readonly Import[] {
  return [...text.matchAll(statement)].map(([, type, named, dynamic]) => ({
    specifier: named ?? dynamic ?? '',
    isTypeOnly: type !== undefined,
  }))
}

/** Test code: tests themselves, `testing/` folders and the workspaces that only test. */
export function isTestCode(path: string): boolean {
  return /\.(?:test|e2e)\.tsx?$|(?:^|\/)testing\/|^(?:system|e2e)\//.test(path)
}

export function listWorkspaces(): readonly Workspace[] {
  const { workspaces } = readJson('package.json') as { workspaces: string[] }
  return workspaces
    .flatMap((entry) =>
      entry.endsWith('/*')
        ? readdirSync(entry.slice(0, -2)).map((name) => entry.replace('*', name))
        : [entry],
    )
    .filter((folder) => existsSync(`${folder}/package.json`))
    .map(readWorkspace)
}

function readWorkspace(folder: string): Workspace {
  const manifest = readJson(`${folder}/package.json`) as {
    name: string
    exports?: Record<string, string>
    dependencies?: Record<string, string>
    devDependencies?: Record<string, string>
  }
  const declared = { ...manifest.dependencies, ...manifest.devDependencies }
  return {
    name: manifest.name,
    folder,
    exports: manifest.exports ?? {},
    declared: new Set(Object.keys(declared)),
  }
}

/** The file of ours that an import leads to; `null` for a library. */
export function resolveImport(
  from: string,
  specifier: string,
  workspaces: readonly Workspace[],
): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  for (const { name, folder, exports } of workspaces) {
    if (!specifier.startsWith(`${name}/`)) continue
    const path = `.${specifier.slice(name.length)}`
    const exact = exports[path]
    if (exact !== undefined) return normalize(join(folder, exact))
    const pattern = exports['./*']
    if (pattern !== undefined) return normalize(join(folder, pattern.replace('*', path.slice(2))))
  }
  return null
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
