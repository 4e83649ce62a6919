import { readFileSync } from 'node:fs'
import type { Mutation } from './mutation.ts'

const root = new URL('../../', import.meta.url)

/**
 * One mutation per row of a table of rules: the row never applies. `{reason}` in the texts stands
 * for the reason that the row gives, so a new row gets its mutation automatically.
 */
export function ignoreEachRule(
  mutation: Mutation,
  isIncluded: (row: { reason: string; text: string }) => boolean = () => true,
): readonly Mutation[] {
  const source = readFileSync(new URL(mutation.file, root), 'utf8')
  const rows = source.split(/(?=\breason: ')/).slice(1)
  return rows
    .map((text) => ({ text, reason: /'([^']+)'/.exec(text)?.[1] ?? '' }))
    .filter(isIncluded)
    .map(({ reason }) => ({
      ...mutation,
      guarantee: mutation.guarantee.replace('{reason}', reason),
      mutated: mutation.mutated.replace('{reason}', reason),
    }))
}
