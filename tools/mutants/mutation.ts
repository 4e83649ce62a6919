/** A mistake that a tired engineer could make, and the tests that must notice it. */
export type Mutation = {
  /** What the mutant breaks, as a sentence. It names the mutation. */
  readonly guarantee: string
  readonly file: string
  /** Exact text that occurs once in the file. It may span lines. */
  readonly original: string
  readonly mutated: string
  readonly tests: readonly [string, ...string[]]
}

/** The source text with the mutation in it. Throws if the text has changed since it was written. */
export function applyMutation(source: string, { original, mutated }: Mutation): string {
  const pieces = source.split(original)
  if (pieces.length !== 2)
    throw new Error(`The original text occurs ${pieces.length - 1} times instead of once.`)
  if (mutated === original) throw new Error('The mutation changes nothing.')
  return pieces.join(mutated)
}
