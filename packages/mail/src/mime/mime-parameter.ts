/** The value of `charset` in `text/plain; charset="utf-8"`. Reads the first 1,000 characters. */
export function findMimeParameter(field: string, name: 'boundary' | 'charset'): string | undefined {
  const [, quoted, bare] = patterns[name].exec(field.slice(0, maxFieldChars)) ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare
}

const maxFieldChars = 1_000
const patterns = {
  boundary: /[;\s]boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i,
  charset: /[;\s]charset\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i,
}
