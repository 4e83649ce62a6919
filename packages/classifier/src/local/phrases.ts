/**
 * Finds phrases in a row of tokens, all in one pass. In a phrase a token stands
 * for itself, `stem*` for whatever begins so, `_` for any one token.
 */
export class PhraseFinder<Name extends string> {
  readonly #root = new Node<Name>()

  constructor(phrases: Iterable<readonly [Name, string]>) {
    for (const [name, phrase] of phrases) this.#add(name, phrase.split(' '))
  }

  /** How often each name was found; each place counts once a name. */
  count(tokens: readonly string[]): Map<Name, number> {
    const counts = new Map<Name, number>()
    for (let start = 0; start < tokens.length; start += 1) {
      const found = new Set<Name>()
      walk(this.#root, tokens, start, found)
      for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return counts
  }

  #add(name: Name, parts: readonly string[]): void {
    let node = this.#root
    for (const part of parts) node = node.grow(part)
    node.names.add(name)
  }
}

/** Stems are found by their first letters. */
const keyLength = 3

class Node<Name> {
  readonly names = new Set<Name>()
  readonly #exact = new Map<string, Node<Name>>()
  readonly #stems = new Map<string, [string, Node<Name>][]>()
  #any: Node<Name> | undefined

  grow(part: string): Node<Name> {
    if (part === '_') return (this.#any ??= new Node())
    if (!part.endsWith('*')) {
      const known = this.#exact.get(part)
      if (known) return known
      const child = new Node<Name>()
      this.#exact.set(part, child)
      return child
    }
    const stem = part.slice(0, -1)
    if (stem.length < keyLength) throw new Error(`The stem ${part} is too short`)
    const key = stem.slice(0, keyLength)
    const stems = this.#stems.get(key) ?? []
    this.#stems.set(key, stems)
    const known = stems.find(([other]) => other === stem)
    if (known) return known[1]
    const child = new Node<Name>()
    stems.push([stem, child])
    return child
  }

  /** Calls back for every node that one token leads to. */
  follow(token: string, visit: (child: Node<Name>) => void): void {
    const exact = this.#exact.get(token)
    if (exact) visit(exact)
    const stems = this.#stems.get(token.slice(0, keyLength))
    if (stems) for (const [stem, child] of stems) if (token.startsWith(stem)) visit(child)
    if (this.#any) visit(this.#any)
  }
}

/** As deep as the longest phrase, so the whole is linear in the tokens. */
function walk<Name>(
  node: Node<Name>,
  tokens: readonly string[],
  at: number,
  found: Set<Name>,
): void {
  for (const name of node.names) found.add(name)
  const token = tokens[at]
  if (token !== undefined) node.follow(token, (child) => walk(child, tokens, at + 1, found))
}
