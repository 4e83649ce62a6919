import { invalidArgument } from './gmail-error.ts'

type Page<Item> = { readonly items: readonly Item[]; readonly nextToken: string | null }

/**
 * One page of a list. The opaque token contains the last item's id, so items that
 * arrive between two pages cause neither duplicates nor gaps.
 */
export function takePage<Item>(
  all: Iterable<Item>,
  { idOf, size, token }: { idOf: (item: Item) => string; size: number; token: string | null },
): Page<Item> {
  const items: Item[] = []
  let isAfterToken = token === null
  for (const item of all) {
    if (items.length === size) return { items, nextToken: toToken(items.at(-1), idOf) }
    if (isAfterToken) items.push(item)
    else isAfterToken = toToken(item, idOf) === token
  }
  if (!isAfterToken) throw invalidArgument('Invalid pageToken')
  return { items, nextToken: null }
}

function toToken<Item>(item: Item | undefined, idOf: (item: Item) => string): string | null {
  return item === undefined ? null : Buffer.from(`after ${idOf(item)}`).toString('base64url')
}
