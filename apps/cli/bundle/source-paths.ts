import { relative, resolve } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

/**
 * Lets our sources find their files from the bundle. They name files relative to themselves, such
 * as `new URL('../migrations/', import.meta.url)`, and the bundle lies in another folder.
 */
export function sourcePaths(root: string): Plugin {
  let output = ''
  return {
    name: 'doorman:source-paths',
    // Runs before other plugins, which would rewrite `new URL(…, import.meta.url)`.
    enforce: 'pre',
    configResolved(config) {
      output = resolve(config.root, config.build.outDir)
    },
    async transform(code, id) {
      const isOurs = id.startsWith(normalizePath(root)) && !id.includes('/node_modules/')
      if (!isOurs || !code.includes('import.meta.url')) return null
      for (const name of listPrograms(code)) {
        const file = await this.resolve(`./${name}`, id)
        if (!file) this.error(`${id} starts ${name}, which does not exist.`)
        this.emitFile({ type: 'chunk', id: file.id, fileName: toBuiltName(name) })
      }
      const path = normalizePath(relative(output, id))
      return { code: replacePaths(code, path), map: null }
    },
  }
}

/** Programs that our code starts as separate processes are named `…-process.ts`. */
const program = /new URL\('([\w-]+-process\.ts)', import\.meta\.url\)/g

export function listPrograms(code: string): string[] {
  return [...code.matchAll(program)].map(([, name = '']) => name)
}

/** `path` leads from the bundle, whose files lie in one folder, to the source file. */
export function replacePaths(code: string, path: string): string {
  const own = 'import.meta.url'
  return code
    .split(program)
    .map((part, index) =>
      // Every second part is the name of a program.
      index % 2 === 1
        ? `new URL('${toBuiltName(part)}', ${own})`
        : part.replaceAll(own, `new URL('${path}', ${own}).href`),
    )
    .join('')
}

function toBuiltName(program: string): string {
  return program.replace(/\.ts$/, '.js')
}
