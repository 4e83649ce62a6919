import { readFileSync } from 'node:fs'
import { findOrigin, type SourceMap } from './source-map.ts'

const maxKnown = 500

/**
 * Lets stack traces name source files instead of files of the bundle. Node can do this itself, but
 * then it prepares for it while it loads a file, which takes a quarter of the time of a start and up to
 * 20 MB. Here a map is read when an error's stack is first asked for, and not kept.
 */
export function mapStackTraces(): void {
  const known = new Map<string, string>()

  function toOrigin(file: string, line: number, column: number): string {
    const place = `${file}:${line}:${column}`
    const origin = known.get(place) ?? findPlace(file, line, column) ?? place
    if (known.size === maxKnown) known.clear()
    known.set(place, origin)
    return origin
  }

  Error.prepareStackTrace = (error, sites) => {
    // The types don't declare the `toString` of a call site.
    const frames = sites.map((site: NodeJS.CallSite & { toString(): string }) => {
      const [file, line, column] = [
        site.getFileName(),
        site.getLineNumber(),
        site.getColumnNumber(),
      ]
      if (!file?.startsWith('file:') || line === null || column === null) return site.toString()
      return site
        .toString()
        .replace(`${file}:${line}:${column}`, () => toOrigin(file, line, column))
    })
    return [toTitle(error), ...frames.map((frame) => `    at ${frame}`)].join('\n')
  }
}

/** Lines and columns count from 1 in stack traces, and from 0 in maps. */
function findPlace(file: string, line: number, column: number): string | null {
  try {
    const map = JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')) as SourceMap
    const origin = findOrigin(map, line - 1, column - 1)
    return origin && `${new URL(origin.source, file).href}:${origin.line + 1}:${origin.column + 1}`
  } catch {
    // There is no map. The error must still be shown.
    return null
  }
}

function toTitle(error: unknown): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}
