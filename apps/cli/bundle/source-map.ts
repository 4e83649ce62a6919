/** The parts of a source map that lead back to a source file (ECMA-426). */
export type SourceMap = { readonly sources: readonly string[]; readonly mappings: string }

/** Lines and columns count from 0. */
export type Origin = { readonly source: string; readonly line: number; readonly column: number }

/** Where the code at this place comes from: the last mapping of its line that starts before it. */
export function findOrigin(
  { sources, mappings }: SourceMap,
  line: number,
  column: number,
): Origin | null {
  let [source, originLine, originColumn] = [0, 0, 0]
  let found: Origin | null = null
  // Numbers are differences to the mapping before, also across lines.
  for (const [index, ofLine] of mappings.split(';', line + 1).entries()) {
    let start = 0
    for (const mapping of ofLine === '' ? [] : ofLine.split(',')) {
      const [toStart = 0, toSource = 0, toLine = 0, toColumn = 0] = decode(mapping)
      start += toStart
      source += toSource
      originLine += toLine
      originColumn += toColumn
      if (index === line && start <= column)
        found = { source: sources[source] ?? '', line: originLine, column: originColumn }
    }
  }
  return found
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const valueOf = new Map(digits.split('').map((digit, value) => [digit, value]))

/** Numbers in base 64: five bits per digit, the sixth says that more follow, the first is the sign. */
function decode(mapping: string): number[] {
  const numbers: number[] = []
  let [bits, shift] = [0, 0]
  for (const digit of mapping) {
    const value = valueOf.get(digit) ?? 0
    bits |= (value & 31) << shift
    shift += 5
    if (value & 32) continue
    numbers.push(bits & 1 ? -(bits >>> 1) : bits >>> 1)
    bits = shift = 0
  }
  return numbers
}
