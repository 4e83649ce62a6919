/** What the palette searches. */
export type Searchable = {
  readonly title: string
  /** Other words that find it, such as synonyms. */
  readonly words?: string
}

/**
 * The commands in which every typed word begins a word, best first: those whose title begins with
 * the query come before those where only a synonym matches. Equally good ones keep their order.
 */
export function matchCommands<Command extends Searchable>(
  commands: readonly Command[],
  query: string,
): readonly Command[] {
  const typed = toWords(query)
  return commands
    .map((command) => ({ command, rank: toRank(command, typed) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ command }) => command)
}

function toRank({ title, words = '' }: Searchable, typed: readonly string[]): number | null {
  const titleWords = toWords(title)
  const allWords = [...titleWords, ...toWords(words)]
  const areIn = (some: readonly string[]) =>
    typed.every((start) => some.some((word) => word.startsWith(start)))
  if (!areIn(allWords)) return null
  if (title.toLowerCase().startsWith(typed.join(' '))) return 0
  return areIn(titleWords) ? 1 : 2
}

/** An address counts as one word and as its parts: `mara@north.example` is found by `north`. */
function toWords(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return [
    ...words,
    ...words.flatMap((word) => (/[@.-]/.test(word) ? word.split(/[@.-]/) : [])),
  ].filter(Boolean)
}
