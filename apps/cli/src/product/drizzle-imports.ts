import { registerHooks } from 'node:module'

const insideDrizzle = /\/node_modules\/drizzle-orm\//

/**
 * Makes importing drizzle-orm five times faster. Node reads the package.json of every file it
 * imports to learn the file's format, and parses drizzle-orm's 130 KB `exports` map each time.
 * Files inside the package import one another by relative path and are all ES modules, so their
 * format is known without looking.
 */
export function registerDrizzleImports(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const url = resolveInsideDrizzle(specifier, context.parentURL)
      return url === null
        ? nextResolve(specifier, context)
        : { url, format: 'module', shortCircuit: true }
    },
  })
}

/** The address of a file that drizzle-orm imports from itself; `null` for every other import. */
export function resolveInsideDrizzle(
  specifier: string,
  importer: string | undefined,
): string | null {
  if (importer === undefined || !insideDrizzle.test(importer)) return null
  return /^\.{1,2}\/.*\.js$/.test(specifier) ? new URL(specifier, importer).href : null
}
