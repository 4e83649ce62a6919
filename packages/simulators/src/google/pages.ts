import { invalidArgument } from './gmail-error.ts'

type Page<Item> = { readonly items: readonly Item[]; readonly nextToken: string | null }

/**
 * One page of a list. The token names the last item seen, so that what arrives
 * between two pages neither repeats nor hides anything; to the caller it is opaque.
 */
export function takePage<Item>(
  all: Iterable<Item>,
  { idOf, size, token }: { idOf: (item: Item) => string; size: number; token: string | null },
): Page<Item> {
  const items: Item[] = []
  let isReached = token === null
  for (const item of all) {
    if (items.length === size) return { items, nextToken: toToken(items.at(-1), idOf) }
    if (isReached) items.push(item)
    else isReached = toToken(item, idOf) === token
  }
  if (!isReached) throw invalidArgument('Invalid pageToken')
  return { items, nextToken: null }
}

function toToken<Item>(item: Item | undefined, idOf: (item: Item) => string): string | null {
  return item === undefined ? null : Buffer.from(`after ${idOf(item)}`).toString('base64url')
}
